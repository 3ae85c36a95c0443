import { gzipSync } from 'node:zlib'
import type { HostileCall } from './hostile-call.ts'

const TRACES_BYTES = 4_194_304

const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))
const keys = (count: number): object =>
  Object.fromEntries(list(count, (index) => [`k${index.toString(36)}`, 0]))

/** Span exports that are slow to read, in both encodings. */
export function createTraceCalls(
  asServer: Readonly<Record<string, string>>,
  thread: string,
): readonly HostileCall[] {
  const span = (index: number, attributes: readonly object[] = []) => ({
    traceId: index.toString(16).padStart(32, '0'),
    name: 'gen_ai.chat',
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes: [{ key: 'gen_ai.conversation.id', value: { stringValue: thread } }, ...attributes],
  })
  const spans = (all: readonly object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] })
  const attribute = (index: number) => ({ key: `gen_ai.${index}`, value: { intValue: '1' } })
  const call = (
    name: string,
    type: string,
    body: () => string | Buffer,
    encoding = 'identity',
  ): HostileCall => ({
    route: 'POST /traces',
    name,
    request: () => ({
      path: '/traces',
      headers: { ...asServer, 'Content-Type': type, 'Content-Encoding': encoding },
      body: typeof body() === 'string' ? (body() as string) : new Uint8Array(body() as Buffer),
    }),
  })
  const bytes = (field: number, content: Buffer): Buffer => {
    const length: number[] = []
    let rest = content.length
    for (; rest > 0x7f; rest >>= 7) length.push((rest & 0x7f) | 0x80)
    return Buffer.concat([Buffer.from([(field << 3) | 2, ...length, rest]), content])
  }
  const protobufSpan = (rest: Buffer) =>
    bytes(2, Buffer.concat([bytes(1, Buffer.alloc(16, 1)), rest]))
  const exportOf = (all: readonly Buffer[]) => bytes(1, bytes(2, Buffer.concat(all)))
  const JSON_TYPE = 'application/json'
  const PROTOBUF = 'application/x-protobuf'
  return [
    call('500 traces', JSON_TYPE, () =>
      JSON.stringify(spans(list(500, (index) => span(index, list(20, attribute))))),
    ),
    call('5,000 spans', JSON_TYPE, () =>
      JSON.stringify(spans(list(5_000, (index) => span(index % 500, list(4, attribute))))),
    ),
    call('many lists', JSON_TYPE, () => JSON.stringify(list(299_000, () => []))),
    call('many unknown fields', JSON_TYPE, () =>
      JSON.stringify({ ...spans([]), ...keys(290_000) }),
    ),
    call('many empty resources', JSON_TYPE, () =>
      JSON.stringify({ resourceSpans: list(298_000, () => ({})) }),
    ),
    call('many attributes', JSON_TYPE, () =>
      JSON.stringify(spans(list(60, () => span(1, list(900, attribute))))),
    ),
    call(
      'fields, packed',
      PROTOBUF,
      () => gzipSync(bytes(1, bytes(2, Buffer.alloc(199_990 * 2, Buffer.from([2 << 3, 1]))))),
      'gzip',
    ),
    call('long numbers', PROTOBUF, () =>
      bytes(
        1,
        bytes(
          2,
          Buffer.alloc(
            199_000 * 11,
            Buffer.from([2 << 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]),
          ),
        ),
      ),
    ),
    call('spans of bytes', PROTOBUF, () =>
      exportOf(
        list(5_000, () =>
          protobufSpan(
            Buffer.concat(
              list(5, (index) =>
                bytes(
                  9,
                  Buffer.concat([
                    bytes(1, Buffer.from(`gen_ai.${index}`)),
                    bytes(2, bytes(1, Buffer.alloc(80, 'é'))),
                  ]),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    call('a bomb', PROTOBUF, () => gzipSync(Buffer.alloc(TRACES_BYTES * 20)), 'gzip'),
  ]
}
