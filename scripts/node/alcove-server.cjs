#!/usr/bin/env node
// The program of the package alcove-server. Any Node can read this file, so that an old one gets a sentence.
'use strict'

const OLDEST = 20
const version = process.versions.node

if (Number(version.split('.')[0]) < OLDEST) {
  console.error(
    'alcove-server needs Node ' +
      OLDEST +
      ' or newer, and this machine has ' +
      version +
      ': install a newer one from https://nodejs.org, and try again.',
  )
  process.exitCode = 1
} else {
  void import('./package-main.mjs')
}
