import { z } from 'zod'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, JSON_DEPTH_LIMIT, type JsonObject } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'

export const TOO_DEEP_TEXT = `The arguments are nested deeper than ${JSON_DEPTH_LIMIT} levels.`

/** Says what is wrong with a tool's arguments; undefined: nothing. */
export type ArgumentsCheck = (args: unknown) => string | undefined

/**
 * A check of arguments against their JSON Schema.
 *
 * @throws AlcoveError `config_invalid` for a schema that cannot be checked, naming the tool.
 */
export function createArgumentsCheck({
  name,
  parameters,
}: Pick<BackendTool, 'name' | 'parameters'>): ArgumentsCheck {
  const schema = readSchema(name, parameters)
  return (args) => {
    const { success, error } = schema.safeParse(args)
    return success ? undefined : z.prettifyError(error)
  }
}

/**
 * What is wrong with the arguments of one call, their size included; undefined: nothing.
 *
 * @throws AlcoveError `config_invalid`
 */
export function checkArguments(
  tool: Pick<BackendTool, 'name' | 'parameters'>,
  args: unknown,
  maxBytes: number,
): string | undefined {
  return createSizedCheck(tool, maxBytes)(args)
}

/** A check of arguments against their schema, their longest JSON text in bytes, and their depth. */
export function createSizedCheck(
  tool: Pick<BackendTool, 'name' | 'parameters'>,
  maxBytes: number,
): ArgumentsCheck {
  const check = createArgumentsCheck(tool)
  return (args) => {
    // Deeper ones would not be the same again once they were stored, and asked about.
    if (!isJsonValue(args)) return TOO_DEEP_TEXT
    return Buffer.byteLength(JSON.stringify(args)) > maxBytes
      ? `The arguments have more than ${maxBytes} bytes.`
      : check(args)
  }
}

function readSchema(name: string, parameters: JsonObject) {
  try {
    // Arguments are an object, also where their schema leaves it open.
    const schema = { ...parameters, type: 'object' } as Parameters<typeof z.fromJSONSchema>[0]
    return z.fromJSONSchema(schema)
  } catch (error) {
    throw new AlcoveError(
      'config_invalid',
      `The parameters of the tool ${name} cannot be checked: ${(error as Error).message}.`,
      { hint: 'Expected is a JSON Schema of an object, without conditions.', cause: error },
    )
  }
}
