#!/bin/sh
# Starts the API, in a clone or in its image. Passes its arguments, such as --env-file, to Node.
# The flags keep a replica's memory small: they limit V8's heap and load the compiled libraries, which do not need Node's
# type stripping (docs/performance.md).
cd "$(dirname "$0")/../.." || exit 1
exec node --max-old-space-size=160 --max-semi-space-size=16 --conditions=compiled "$@" apps/api/dist/main.js
