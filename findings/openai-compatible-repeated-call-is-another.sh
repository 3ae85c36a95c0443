#!/usr/bin/env bash
# A tool call that the last chunk of chat completions repeats becomes a second call.
#
# Expected: a call with the same index, id, name and arguments is the same call. Some gateways put the whole message
# into their last chunk again.
# What happens: once the arguments of a call are whole, a chunk that names the call again makes another one, with an
# id of its own.
# Versions: @ai-sdk/openai-compatible 3.0.92.
# Why it matters here: a tool that costs something ran twice.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ai-sdk/openai-compatible@3.0.92
cat >check.mjs <<'JS'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

const call = { index: 0, id: 'c1', function: { name: 'pay', arguments: '{"n":1}' } }
const chunk = (finish_reason) => ({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason }] })
const body = [chunk(null), chunk('tool_calls')]
  .map((each) => `data: ${JSON.stringify(each)}\n\n`)
  .join('')
const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
const model = createOpenAICompatible({ name: 'x', baseURL: 'http://127.0.0.1', fetch })('m')
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const { stream } = await model.doStream({
  prompt,
  tools: [{ type: 'function', name: 'pay', inputSchema: { type: 'object' } }],
})
const calls = []
for await (const part of stream) if (part.type === 'tool-call') calls.push(part)
console.log(`one call, sent twice: ${calls.length} calls with ${new Set(calls.map((each) => each.toolCallId)).size} ids`)
process.exit(calls.length === 2 ? 0 : 1)
JS
timeout 60 node check.mjs
