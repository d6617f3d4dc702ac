"""Settings, and how the package is installed."""
