"""stub"""
from __future__ import annotations
def check_loaded(scope, loaded): return []
def checked(scope, loaded):
    return scope.with_records(loaded.records, loaded.resources)
