import {
  CALL_SETTINGS,
  CALL_SETTINGS_MAX_CHARACTERS,
  HOST_SYSTEM_MAX_CHARACTERS,
} from '../../shared/bridge/host-context.ts'
import type { HostContext } from '../../shared/bridge/host-context.ts'
import { isCallSettings, isHostSystem } from '../../shared/bridge/guards.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { CONTEXT_DATA_EXPECTED, isContextData } from '../../shared/context-data.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import type { PageContributions } from '../page-state.ts'
import { toPageFault } from './page-fault.ts'

/** A value as JSON; an empty string if it has no JSON form. */
export function textOf(value: unknown): string {
  try {
    return plainJsonText(value) ?? ''
  } catch {
    return ''
  }
}

/**
 * The page's context for the frame; empty if the page has none.
 *
 * @throws AlcoveError `config_invalid` with the fault. Pages have no types.
 */
function describeContext(page: PageContributions): HostContext {
  const expect = (isRight: boolean, expected: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `context: expected ${expected}`)
  }
  const given = page.context?.value ?? {}
  expect(isPlainObject(given), 'an object with data, user, system and callSettings')
  const { system, callSettings, data = {}, user, ...others } = given as Record<string, unknown>
  const [other] = Object.keys(others)
  expect(other === undefined, `data, user, system and callSettings only, not ${other}`)
  expect(isHostSystem(system), `system: a text of at most ${HOST_SYSTEM_MAX_CHARACTERS} characters`)
  expect(
    isCallSettings(callSettings),
    `callSettings: an object of at most ${CALL_SETTINGS_MAX_CHARACTERS} characters as JSON`,
  )
  for (const name of Object.keys((callSettings as object | undefined) ?? {})) {
    const isKnown = CALL_SETTINGS.some((known) => known === name)
    expect(isKnown, `callSettings of ${CALL_SETTINGS.join(', ')}, not ${name}`)
  }
  expect(isPlainObject(data), 'data: an object')
  expect(user === undefined || isPlainObject(user), 'user: an object')
  const fields: [string, unknown][] = Object.entries({
    ...(data as object),
    ...(isPlainObject(user) && { user }),
  })
  for (const [name, { value }] of page.fields) fields.push([name, value])
  const read = fields.map(([name, value]) => {
    const text = textOf(value)
    expect(text !== '', `data: JSON as ${name}`)
    return [name, JSON.parse(text) as JsonValue]
  })
  const all: unknown = Object.fromEntries(read)
  expect(isContextData(all), `data: ${CONTEXT_DATA_EXPECTED}`)
  return { system, callSettings, ...(fields.length > 0 && { data: all }) } as HostContext
}

/** Returns a reader that describes the context for each setup, and reports a fault once until it is corrected. */
export function createContextReader(
  tell: (error: AlcoveError) => void,
): (page: PageContributions) => HostContext {
  let complained = ''
  return (page) => {
    try {
      const context = describeContext(page)
      complained = ''
      return context
    } catch (error) {
      const fault = toPageFault('context', error)
      const { message } = fault
      if (message !== complained) tell(fault)
      complained = message
      return {}
    }
  }
}
