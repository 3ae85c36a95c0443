import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { disproveAtom } from './failures.ts'
import { identityAtom } from './identity.ts'
import { personLeaving, personLeft, type PersonLeft } from './person-events.ts'

/** Aborts the current person's pending work, and notifies the rooms that the person is gone. */
export const leavePersonAtom = atom(
  null,
  (get, set, { isReplaced }: Pick<PersonLeft, 'isReplaced'>) => {
    const person = get(identityAtom)
    void set(personLeaving.notifyAtom, { person, isReplaced })
    person?.closing.abort(new AlcoveError('destroyed', 'Somebody else is chatting now.'))
    person?.auth?.end()
    void set(personLeft.notifyAtom, { person, isReplaced })
    set(disproveAtom, 'person left')
  },
)
