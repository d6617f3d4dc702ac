"""Draws by the rules."""
