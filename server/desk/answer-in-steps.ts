import type { Context } from 'hono'
import type { JsonValue } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import { writeJson } from '../steps/write-json.ts'

/** Answers with JSON that may be several megabytes, and is written in short steps. */
export const answerInSteps = async (c: Context, value: object): Promise<Response> =>
  c.body(await inTurns(writeJson(value as JsonValue)), 200, { 'Content-Type': 'application/json' })
