#!/usr/bin/env bash
# A chunk of chat completions with "error": null ends the answer with an error that says null.
#
# Expected: a field that is null is no error. Several servers write all fields of a chunk, the unused ones as null.
# What happens: the package asks whether the chunk has a field of that name, reports an error part whose error is
# null, and drops the words of the chunk.
# Versions: @ai-sdk/openai-compatible 3.0.92.
# Why it matters here: such a server's answers had no word, and the log said "not an error".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ai-sdk/openai-compatible@3.0.92
cat >check.mjs <<'JS'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

async function read(rest) {
  const chunk = { choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }], ...rest }
  const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
  const headers = { 'content-type': 'text/event-stream' }
  const fetch = async () => new Response(body, { headers })
  const model = createOpenAICompatible({ name: 'x', baseURL: 'http://127.0.0.1', fetch })('m')
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
  const { stream } = await model.doStream({ prompt })
  const parts = []
  for await (const part of stream) parts.push(part)
  return {
    words: parts.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join(''),
    errors: parts.filter(({ type }) => type === 'error').map(({ error }) => error),
  }
}

const without = await read({})
const withNull = await read({ error: null })
console.log('without the field:', JSON.stringify(without))
console.log('with "error": null:', JSON.stringify(withNull))
const isSame = without.words === 'Hello' && without.errors.length === 0
process.exit(isSame && withNull.words === '' && withNull.errors[0] === null ? 0 : 1)
JS
timeout 60 node check.mjs
