# Casewright: `make demo` shows it, `make test` tests it. Both set up everything they need.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GOVERNANCE := $(VENV)/governance/bin/python
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
DATA ?=
CASE ?=
OUT ?= $(or $(TMPDIR),/tmp)
FIGURES ?= training/work/figures

$(VENV)/base: pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (a minute the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

$(VENV)/dev: $(VENV)/base
	@$(PIP) --editable '.[test,lint,training]'
	@touch $@

.PHONY: help demo web-demo demo-models test lint check unit bench eval card faults docs format postgresql clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

demo: $(VENV)/base ## Install, then run the demo on the sample matter
	@$(BIN)/casewright demo

web-demo: $(VENV)/dev web ## The web pages over an empty home, opened in your browser; Ctrl-C ends it
	@$(BIN)/python -m scripts.web_demo

demo-models: $(VENV)/dev ## The demo of a case over the formats of Gemini and Grok: CASE=name, OUT=folder
	@$(BIN)/python -m scripts.demo_models $(CASE) --out $(OUT)

test: $(VENV)/dev postgresql node-tools http-tools browser web ## Install, then run all tests
	@$(BIN)/pytest -n 2 --dist worksteal

lint: $(VENV)/dev ## Style, types, layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

unit: $(VENV)/dev
	@$(BIN)/pytest -n 2 --dist worksteal tests/unit

check: lint unit ## Lint and unit tests

postgresql: # what only tests need: a PostgreSQL server of their own
	@scripts/install-postgresql

.PHONY: http-tools
http-tools: $(VENV)/dev $(VENV)/openapi # what docs/server.md is walked through with, and a generator of clients
	@scripts/install-http-tools

.PHONY: browser web
browser: # a real browser, for the tests of the pages
	@scripts/install-browser

web: $(VENV)/dev ## Build what the pages are enhanced with (npm)
	@scripts/build-web $(BIN)/python

$(VENV)/openapi: tests/openapi_client.txt
	@test -x $(VENV)/openapi/bin/python || $(PYTHON) -m venv $(VENV)/openapi
	@$(VENV)/openapi/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/openapi_client.txt
	@touch $@

.PHONY: node-tools
node-tools: $(VENV)/dev # programs that ask our MCP server in tests
	@scripts/install-node-tools $(BIN)/python

$(VENV)/bench: $(VENV)/dev benchmarks/governance.txt
	@$(PIP) --editable '.[bench]'
	@test -x $(GOVERNANCE) || $(PYTHON) -m venv $(VENV)/governance
	@$(GOVERNANCE) -m pip install --quiet --disable-pip-version-check --requirement benchmarks/governance.txt
	@touch $@

bench: $(VENV)/bench ## Measure; give DATA=folder to include the evaluations' data
	@BENCH_GOVERNANCE=$(GOVERNANCE) $(BIN)/python -m benchmarks $(if $(DATA),--data $(DATA))

eval: $(VENV)/dev ## Measure the model on labelled data: make eval DATA=folder, FOLDS=folder of models by fold
	@test -n "$(DATA)" || { echo "Which data? make eval DATA=folder (a folder that holds the sets)"; exit 2; }
	@for set in cuad acord contractnli; do \
	  folds=; if [ -n "$(FOLDS)" ] && [ $$set != acord ]; then folds="--folds $(FOLDS)"; \
	  elif [ $$set = cuad ]; then folds="--refit 5"; fi; \
	  $(BIN)/python -m evals $$set --data $(DATA) $$folds; echo; \
	done
	@$(BIN)/python -m evals extract; $(BIN)/python -m evals extract --data $(DATA) --limit 60
	@$(BIN)/python -m evals rooms
	@$(BIN)/python -m evals cascade --data $(DATA)
	@$(BIN)/python -m evals highlights; $(BIN)/python -m evals highlights --data $(DATA)

card: $(VENV)/dev ## Measure the shipped model and write its card: make card DATA=folder FOLDS=folder of models by fold
	@test -n "$(DATA)" && test -n "$(FOLDS)" || { echo "Which? make card DATA=folder FOLDS=folder"; exit 2; }
	@$(BIN)/python -m training figures --data $(DATA) --folds $(FOLDS) --out $(FIGURES) \
	  $(if $(CACHE),--cache $(CACHE)) $(if $(BASE),--base-encoder $(BASE))
	@$(BIN)/python -m training card --figures $(FIGURES)

faults: $(VENV)/dev postgresql node-tools http-tools browser web ## The full counts: long property and fault tests, each contract 200 times
	@$(BIN)/pytest -n 2 --dist worksteal --hypothesis-profile faults
	@for round in $$(seq 10); do $(BIN)/pytest -n 2 --dist worksteal -q tests/contracts --repeats 20; done
	@$(BIN)/python -m tests.server_faults all
	@$(BIN)/python -m evals highlights

docs: $(VENV)/dev ## Build the documentation into site/
	@$(BIN)/python -m scripts.reference
	@$(BIN)/mkdocs build --strict --quiet && echo "site/index.html"

format: $(VENV)/dev ## Put the code into its shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean: ## Remove what was made
	@rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis
