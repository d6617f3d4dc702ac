"""Settings, and the installation of the package."""
