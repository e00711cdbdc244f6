#!/bin/sh
# Starts the API, in a clone as in its image. Arguments go to Node, such as --env-file.
# A replica's memory stays small: V8 would let the heap grow as long as the machine has memory, and libraries that are
# compiled need no reader of types (docs/performance.md).
cd "$(dirname "$0")/../.." || exit 1
exec node --max-old-space-size=160 --max-semi-space-size=16 --conditions=compiled "$@" apps/api/dist/main.js
