# `make` lists the targets. The first run installs missing system libraries and says which.

SWIFT ?= swift
RELEASE = .build/release

# One configuration: what is tested is what users run, and nothing is compiled twice.
BUILD = $(SWIFT) build -c release
# Two packages build into one folder. SwiftPM would take the plan of one for that of the other.
REPLAN = $(BUILD) --disable-build-manifest-caching
# All tests are Swift Testing's. They see what they test by package access.
TEST = $(SWIFT) test -c release --disable-testable-imports --disable-xctest

# The suites that try more in a longer run: those of files that ask for the extent.
LONG_SUITES = $(shell grep -rlE --include='*.swift' '\bExtent\.|\.long\b' Tests \
  | xargs grep -hoE '\b(struct|class|extension) [A-Za-z0-9]+Tests\b' | cut -d ' ' -f 2 | sort -u | paste -s -d '|')

# Tests keep no images in the cache of the user.
test test-long test-full check: export GEOSNAP_CACHE = none

.PHONY: help setup demo serve server page bench docs library bindings wheel deb tarball packages qgis-plugin qgis test test-long test-full lint format check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## Install missing system libraries (libgeos-dev, libsqlite3-dev, libproj-dev, libpq-dev)
	@Scripts/setup

demo: setup ## Build the command and walk through the sample network
	@echo "Building the command, some minutes on two cores. Steps that are done stand in front, of all steps."
	$(BUILD) --product geosnap
	@Examples/Schutterwald/demo $(RELEASE)/geosnap
	@echo
	@echo "make bench shows how fast it is beside GEOS and brute force."
	@echo "make serve opens the same network in the browser, at http://127.0.0.1:8377: draw, snap, trace, and see why."

serve: setup server ## Show the sample network in the browser
	@mkdir -p .build/demo
	@cp -n Examples/Schutterwald/schutterwald.gpkg .build/demo/served.gpkg
	@$(RELEASE)/geosnap serve .build/demo/served.gpkg --open

server: ## Build geosnap serve
	$(REPLAN) --package-path Packages/Service --scratch-path .build --product geosnap-serve
	$(REPLAN) --product geosnap

page: setup server ## Drive the page of geosnap serve in a browser, and attack the service
	@Scripts/setup --chromium
	Scripts/check-page
	Scripts/check-description

bench: setup ## Measure a million features beside GEOS
	$(BUILD) --product GeoBench
	@$(RELEASE)/GeoBench summary
	$(RELEASE)/GeoBench --features 1000000 --network Examples/Schutterwald/schutterwald.gpkg

test: setup ## Run the tests and the transcripts of the command, in minutes
	@Scripts/setup --transcripts
	Scripts/run-tests $(TEST)
	Scripts/run-tests Scripts/transcripts

test-long: setup ## Run the long tests, and more cases of others
	GEOSNAP_RANDOM=long Scripts/run-tests $(TEST) --filter '\.($(LONG_SUITES))/'

test-full: setup ## Run all cases of the long tests, and these under sanitizers, in many hours
	for suite in $(subst |, ,$(LONG_SUITES)); do \
	  GEOSNAP_RANDOM=full Scripts/run-tests $(TEST) --filter "\.$$suite/" || exit 1; done
	GEOSNAP_RANDOM=long Scripts/sanitize address
	GEOSNAP_RANDOM=long Scripts/sanitize thread
	Scripts/Oracles/kill_editors.py

docs: setup ## Make the documentation site in .build/docs
	Scripts/make-docs

library: setup ## Build libgeosnap with its C header into .build/library
	Scripts/make-library

wheel: setup ## Make a wheel of the Python package that needs nothing else on the machine
	Scripts/make-wheel

deb: setup ## Make Debian packages of the command, the library and its header
	Scripts/make-deb

tarball: setup ## Make an archive of the command that runs where it is unpacked
	Scripts/make-tarball

packages: setup ## Install the wheel, the Debian packages and the archive where nothing else is, and use them
	Scripts/check-packages

qgis-plugin: ## Make the ZIP of the QGIS plugin
	@Scripts/setup --qgis
	@Scripts/make-qgis-plugin

qgis: setup ## Drive the plugin in the real QGIS
	@Scripts/setup --qgis
	Scripts/check-qgis

bindings: setup ## Use the library from C, C++ and Python, and run their tests
	Scripts/check-bindings

# All Swift files.
SWIFT_FILES = Sources Tests Fuzz/Sources Examples/Samples Packages/*/Sources \
	Package.swift Fuzz/Package.swift Packages/*/Package.swift

lint: ## Check formatting, where unsafe code may stand, and what is documented
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)
	Scripts/check-unsafe
	Scripts/check-platforms
	Scripts/check-documentation
	Scripts/check-words
	Scripts/check-files
	Scripts/make-page-table --check
	Scripts/plant-faults --check

format: ## Format all Swift files in place
	$(SWIFT) format format --in-place --parallel --recursive $(SWIFT_FILES)

check: SHELL = Scripts/timed-shell
check: setup ## Run the long checks, and say how long each takes
	Scripts/check-unsafe --self-test
	Scripts/check-platforms --self-test
	Scripts/check-documentation --self-test
	Scripts/check-words --self-test
	Scripts/check-files --self-test
	$(MAKE) lint
	$(MAKE) test
	$(MAKE) test-long
	Scripts/plant-faults
	$(BUILD) --product GeoBench
	Scripts/check-budgets --program $(RELEASE)/GeoBench
	Scripts/run-tests $(RELEASE)/GeoBench editors
	Scripts/Oracles/kill_editors.py --kills 60 --cuts 30
	Scripts/Oracles/isolation.py $(RELEASE)/geosnap --every 20
	Scripts/sanitize address
	Scripts/sanitize thread
	Scripts/fuzz --runs 20000
	Scripts/check-leaks
	Scripts/check-consumer
	Scripts/check-bindings --long
	Scripts/setup --qgis
	Scripts/with-postgres Scripts/check-qgis --long
	$(MAKE) page
	Scripts/check-docs --self-test
	Scripts/check-docs
	Scripts/check-packages --new --long
