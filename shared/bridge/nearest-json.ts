import { isJsonValue, type JsonValue } from '../json.ts'
import { plainJsonText } from './plain-json-text.ts'

export interface NearestJson {
  readonly json: JsonValue
  /** False: something of the value was lost. */
  readonly isExact: boolean
}

/** The value itself, or what JSON makes of it, or else a text. Never throws. */
export function nearestJson(value: unknown): NearestJson {
  if (isJsonValue(value)) return { json: value, isExact: true }
  const text = jsonText(value)
  if (text === undefined) return { json: plainText(value), isExact: false }
  const json: unknown = JSON.parse(text)
  // Too deep to be read as a value: as a text it still says all.
  return { json: isJsonValue(json) ? json : text, isExact: false }
}

function jsonText(value: unknown): string | undefined {
  try {
    return plainJsonText(value)
  } catch {
    return undefined
  }
}

function plainText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
