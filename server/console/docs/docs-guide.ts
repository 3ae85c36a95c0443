import type { ErrorCode } from '../../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { ALCOVE_STREAM_HEADER } from '../../../shared/wire/chat.ts'
import { ERROR_STATUSES } from '../../routes/handle-error.ts'
import { escapeHtml } from '../escape-html.ts'
import { CALL_HEADERS, CALLERS, REFUSALS } from './describe-guide.ts'
import { jsonHtml, proseHtml, sampleHtml, tableHtml } from './docs-html.ts'
import { ERROR_NOTES } from './error-notes.ts'
import { codeHtml } from './schema-html.ts'

/** The section that tells how any call is made, before all of them. */
export function guideHtml(base: string, refusal: JsonObject): string {
  const callers = CALLERS.map(({ name, bearer, headers, reach }) => [
    escapeHtml(name),
    proseHtml(bearer),
    proseHtml(headers),
    proseHtml(reach),
  ])
  return `<section id="how" aria-labelledby="how-name">
<h2 id="how-name">How to call</h2>
<p>All paths stand below <code>${escapeHtml(base)}</code>. Bodies and answers are JSON in UTF-8, times are ISO 8601 in UTC, and <code>Authorization: Bearer …</code> says who calls.</p>
<h3 id="try">Try it</h3>
<p>Paste this into a shell: it makes a visitor, a thread of theirs, and asks a question. The answer streams.</p>
${sampleHtml('Shell', escapeHtml(firstCalls(base)))}
<h3 id="callers">Who calls</h3>
<div class="cards">${tableHtml(['Caller', 'Bearer', 'Headers', 'Reaches'], callers)}</div>
<h3 id="headers">Headers</h3>
${tableHtml(
  ['Header', 'Meaning'],
  CALL_HEADERS.map(([name, meaning]) => [codeHtml(name), proseHtml(meaning)]),
)}
<h3 id="refusals">When a call is refused</h3>
<p>${proseHtml(REFUSALS)} Each call below names only the refusals that are particular to it.</p>
${isPlainObject(refusal) ? sampleHtml('404', jsonHtml(refusal)) : ''}
${tableHtml(['Code', 'Status', 'Meaning'], errorRows())}
</section>`
}

const errorRows = (): readonly (readonly string[])[] =>
  Object.entries(ERROR_NOTES)
    .map(([code, note]) => ({ code, note, status: ERROR_STATUSES[code as ErrorCode] }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ code, note, status }) => [
      `<code id="error-${code}">${code}</code>`,
      String(status),
      proseHtml(note),
    ])

const firstCalls = (base: string): string =>
  String.raw`TOKEN=$(curl -s -X POST ${base}/auth/tokens/anonymous |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl ${base}/threads \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"external_id":"first","last_message_at":"2026-11-21T05:00:00.000Z"}'

curl -N ${base}/chat \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -H '${ALCOVE_STREAM_HEADER}: 1' \
  -d '{"id":"first","trigger":"submit-message","messages":[
    {"id":"m1","role":"user","parts":[{"type":"text","text":"Hello!"}]}]}'`
