"""Inspecting a network: associations, containers, subnetworks, supply, and errors."""
