/** A span in a test's terms. */
export interface TestSpan {
  readonly traceId: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly hasFailed: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

const STATUS_ERROR = 2
const NANOSECONDS_PER_MS = 1_000_000n

/** Export requests as exporters write them, in both encodings. */
export const encodeOtlp = {
  json: (spans: readonly TestSpan[]) => ({
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: spans.map(jsonSpan) }] }],
  }),
  protobuf(spans: readonly TestSpan[]): Uint8Array {
    const scope = Buffer.concat(spans.map((span) => bytes(2, protobufSpan(span))))
    return bytes(1, bytes(2, scope))
  },
}

const nanoseconds = (ms: number): bigint => BigInt(ms) * NANOSECONDS_PER_MS

const jsonSpan = ({ traceId, name, startMs, endMs, hasFailed, attributes }: TestSpan) => ({
  traceId,
  spanId: '0123456789abcdef',
  name,
  kind: 1,
  startTimeUnixNano: String(nanoseconds(startMs)),
  endTimeUnixNano: String(nanoseconds(endMs)),
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) })),
  ...(hasFailed ? { status: { code: STATUS_ERROR } } : {}),
})

function jsonValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const protobufSpan = ({ traceId, name, startMs, endMs, hasFailed, attributes }: TestSpan) =>
  Buffer.concat([
    bytes(1, Buffer.from(traceId, 'hex')),
    bytes(2, Buffer.from('0123456789abcdef', 'hex')),
    bytes(5, Buffer.from(name)),
    varint(6, 1n),
    fixed64(7, nanoseconds(startMs)),
    fixed64(8, nanoseconds(endMs)),
    ...Object.entries(attributes).map(([key, value]) =>
      bytes(9, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, protobufValue(value))])),
    ),
    ...(hasFailed ? [bytes(15, varint(3, BigInt(STATUS_ERROR)))] : []),
  ])

function protobufValue(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return bytes(1, Buffer.from(value))
  if (typeof value === 'boolean') return varint(2, value ? 1n : 0n)
  if (Number.isInteger(value)) return varint(3, BigInt.asUintN(64, BigInt(value)))
  const double = new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n
  return fixed64(4, double)
}

function encodeVarint(value: bigint): Buffer {
  const out: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) out.push(Number(rest & 0x7fn) | 0x80)
  return Buffer.from([...out, Number(rest)])
}

const tag = (field: number, wire: number): Buffer => encodeVarint(BigInt((field << 3) | wire))

const varint = (field: number, value: bigint): Buffer =>
  Buffer.concat([tag(field, 0), encodeVarint(value)])

function fixed64(field: number, value: bigint): Buffer {
  const out = Buffer.alloc(8)
  out.writeBigUInt64LE(value)
  return Buffer.concat([tag(field, 1), out])
}

const bytes = (field: number, content: Uint8Array): Buffer =>
  Buffer.concat([tag(field, 2), encodeVarint(BigInt(content.byteLength)), content])
