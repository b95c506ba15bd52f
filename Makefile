# Builds the program as OpenBench asks for it: 'make EXE=NAME' leaves it under that name. Everybody else uses cargo.
EXE ?= bayeschess

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

$(EXE)$(SUFFIX): FORCE
	cargo rustc --release --bin bayeschess -- --emit link="$@"

FORCE:
