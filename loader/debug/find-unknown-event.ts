import { AlcoveError } from '../../shared/errors.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { EVENT_NAMES } from '../chat-events.ts'

/**
 * An error about a listener for an unknown event, with the name that was probably meant; undefined if the
 * event exists.
 */
export function findUnknownEvent(name: string): AlcoveError | undefined {
  if (name === '*' || Object.hasOwn(EVENT_NAMES, name)) return undefined
  const nearest = nearestName(name, Object.keys(EVENT_NAMES))
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`
  const hint = 'The reference lists all events.'
  return new AlcoveError('config_invalid', `on: there is no event ${name.slice(0, 64)}${meant}`, {
    hint,
  })
}
