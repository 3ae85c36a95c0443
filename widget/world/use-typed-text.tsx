import { useSetAtom } from 'jotai/react'
import { useEffect, type ChangeEvent, type RefObject } from 'react'
import { useEditPlace } from './use-edit-place.tsx'
import { FIELD_PREFIX, noteEditAtom, noteOldTextAtom } from './typed-since.ts'

type TextField = HTMLTextAreaElement | HTMLInputElement

/**
 * Returns the change handler of a field whose text is component state. When the page names another person, text
 * entered since then moves to that person's draft.
 *
 * @param name name of the field, unique among open fields.
 */
export function useTypedText(
  name: string,
  field: RefObject<TextField | null>,
  text: string,
  onChange: (text: string) => void,
): (event: ChangeEvent<TextField>) => void {
  const noteEdit = useSetAtom(noteEditAtom)
  const noteOldText = useSetAtom(noteOldTextAtom)
  const placeOf = useEditPlace(field)

  useEffect(() => () => noteOldText(FIELD_PREFIX + name), [name, noteOldText])

  return (event) => {
    noteEdit(FIELD_PREFIX + name, text, event.target.value, placeOf(event))
    onChange(event.target.value)
  }
}
