# Sourced by what runs inside a fresh root: one line a finding.
# shellcheck shell=bash
failures=0

# check SENTENCE COMMAND…: says how it went.
check() {
    local sentence=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok    $sentence"
    else
        echo "FAIL  $sentence"
        sed 's/^/      /' <<<"$output" | tail -n 12
        failures=$((failures + 1))
    fi
}
