/**
 * As `JSON.stringify` writes it on a page where nobody changed what lists, objects and dates are. Old
 * libraries teach them a `toJSON` of their own, which makes texts within texts; a class of the page's
 * still says how it is written.
 *
 * @throws what `JSON.stringify` throws.
 */
export const plainJsonText = (value: unknown): string | undefined =>
  JSON.stringify(value, function readRaw(this: object, key: string, written: unknown) {
    const raw: unknown = Reflect.get(this, key)
    if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : raw.toISOString()
    return isTaught(raw) ? raw : written
  })

function isTaught(raw: unknown): boolean {
  const toJson: unknown = Reflect.get(Object(raw), 'toJSON')
  return [Object, Array].some(({ prototype }) => Reflect.get(prototype, 'toJSON') === toJson)
}
