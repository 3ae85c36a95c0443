import {
  CALL_SETTINGS,
  CALL_SETTINGS_MAX_CHARACTERS,
  HOST_SYSTEM_MAX_CHARACTERS,
} from '../../shared/bridge/contract.ts'
import type { HostContext } from '../../shared/bridge/contract.ts'
import { isCallSettings, isHostSystem } from '../../shared/bridge/guards.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'

/**
 * What the frame is told of the page's context; nothing where the page has none.
 *
 * @throws AlcoveError `config_invalid`: what is wrong with it. Pages have no types.
 */
export function describeContext(given: unknown): HostContext {
  if (given === undefined || given === null) return {}
  const expect = (isRight: boolean, expected: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `context: expected ${expected}`)
  }
  expect(isPlainObject(given), 'an object with system and callSettings')
  const { system, callSettings, ...others } = given as Record<string, unknown>
  const [other] = Object.keys(others)
  expect(other === undefined, `system and callSettings only, not ${other}`)
  expect(isHostSystem(system), `system: a text of at most ${HOST_SYSTEM_MAX_CHARACTERS} characters`)
  expect(
    isCallSettings(callSettings),
    `callSettings: an object of at most ${CALL_SETTINGS_MAX_CHARACTERS} characters as JSON`,
  )
  for (const name of Object.keys((callSettings as object | undefined) ?? {})) {
    const isKnown = CALL_SETTINGS.some((known) => known === name)
    expect(isKnown, `callSettings of ${CALL_SETTINGS.join(', ')}, not ${name}`)
  }
  return { system, callSettings } as HostContext
}

/** Describes a context with every setup, and complains of each that is wrong once. */
export function createContextReader(
  tell: (error: AlcoveError) => void,
): (given: unknown) => HostContext {
  let complained: unknown
  return (given) => {
    try {
      return describeContext(given)
    } catch (error) {
      if (given !== complained) tell(error as AlcoveError)
      complained = given
      return {}
    }
  }
}
