import { useSetAtom } from 'jotai/react'
import { useEffect, type ChangeEvent, type RefObject } from 'react'
import { useEditPlace } from './use-edit-place.tsx'
import { FIELD_PREFIX, noteEditAtom, noteOldTextAtom } from './typed-since.ts'

type TextField = HTMLTextAreaElement | HTMLInputElement

/**
 * Returns the handler of a field whose text is kept in a component. When the page names another person, what was put
 * in since goes into that person's draft.
 *
 * @param name of the field; no two are open at once by the same one.
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
