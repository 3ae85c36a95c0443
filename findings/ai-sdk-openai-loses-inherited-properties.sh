#!/usr/bin/env bash
# The OpenAI package of the AI SDK sends a tool without the properties that its schema inherits.
#
# Expected: `{ properties: { isbn }, required: ['isbn'], allOf: [{ $ref: '#/$defs/Item' }] }` asks for `isbn` and for
# what `Item` has, so the package sends a schema that asks for both.
# What happens: a root with one reference in `allOf` is replaced by `{ ...Item, ...root }`, so `properties` and
# `required` of `Item` are overwritten by those of the root, without a warning. In a nested schema with both `$ref` and
# such an `allOf`, the reference in `allOf` overwrites the other one.
# Versions: @ai-sdk/openai 4.0.118; Node 20.
# Why it matters here: the model leaves out arguments that it was never told of, and their check refuses the call.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ai-sdk/openai@4.0.118 zod@4.6.7
cat >check.mjs <<'JS'
import { createOpenAI } from '@ai-sdk/openai'

async function sent(inputSchema) {
  let body
  const fetch = async (_url, { body: text }) => {
    body = JSON.parse(text)
    return new Response('{}', { status: 400 })
  }
  const model = createOpenAI({ apiKey: 'k', baseURL: 'http://model.example/v1', fetch }).responses('any')
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
  const tools = [{ type: 'function', name: 'order', inputSchema }]
  await model.doStream({ prompt, tools }).catch(() => {})
  return body.tools[0].parameters
}

const text = { type: 'string' }
const root = await sent({
  type: 'object',
  properties: { isbn: text },
  required: ['isbn'],
  allOf: [{ $ref: '#/$defs/Item' }],
  $defs: { Item: { type: 'object', properties: { title: text }, required: ['title'] } },
})
const nested = await sent({
  type: 'object',
  properties: { a: { $ref: '#/$defs/x', allOf: [{ $ref: '#/$defs/y' }] } },
  $defs: { x: { minLength: 1 }, y: { maxLength: 2 } },
})
console.log(`The root: ${JSON.stringify({ ...root, $defs: undefined })}`)
console.log(`Nested: ${JSON.stringify(nested.properties.a)}`)
const isSame =
  JSON.stringify(root.required) === '["isbn"]' &&
  root.properties.title === undefined &&
  root.allOf === undefined &&
  JSON.stringify(nested.properties.a) === '{"$ref":"#/$defs/y"}'
console.log(isSame ? 'As described.' : 'This has changed.')
process.exit(isSame ? 0 : 1)
JS
node check.mjs
