#!/usr/bin/env node
// The command `alcove doctor <url>` of the published package: reports why a page has no chat.
import { examinePage } from './examine-page.ts'

declare const ALCOVE_VERSION: string

const USAGE = 'alcove doctor <address of a page> [--service <address of the service>]'

function readUrl(text: string | undefined, name: string): URL {
  if (text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  throw new Error(`${name}: expected an http or https address.\n${USAGE}`)
}

async function run([command, ...words]: readonly string[]): Promise<number> {
  if (command !== 'doctor') throw new Error(`expected: ${USAGE}`)
  const at = words.indexOf('--service')
  const service = at < 0 ? undefined : readUrl(words[at + 1], '--service')
  const page = words.find((_, index) => at < 0 || (index !== at && index !== at + 1))
  const findings = await examinePage(readUrl(page, 'the page'), service, ALCOVE_VERSION)
  for (const { isGood, text, remedy } of findings) {
    console.log(`${isGood ? '✓' : '✗'} ${text}`)
    if (remedy) console.log(`  ${remedy}`)
  }
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(`alcove: ${(error as Error).message}`)
  process.exitCode = 2
}
