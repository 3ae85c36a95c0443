import * as v from 'valibot'
import { arrayUpTo, jsonObject } from '../wire/fields.ts'
import { described } from './described.ts'

export const EVENTS_MAX = 50
const EVENT_ID_MAX = 48
/** As JSON text in UTF-8. */
export const EVENT_PROPS_MAX_BYTES = 1_024

export const EVENT_KINDS = [
  'message_sent',
  'message_edited',
  'run_stopped',
  'message_regenerated',
  'message_copied',
  'branch_switched',
  'suggestions_shown',
  'suggestion_clicked',
  'attachment_added',
  'attachment_failed',
  'thread_switched',
  'tool_approved',
  'tool_rejected',
  'speech_started',
  'voice_started',
  'error_shown',
] as const

const eventId = v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(EVENT_ID_MAX)))

const eventSchema = v.looseObject({
  kind: described(v.picklist(EVENT_KINDS), 'What the person did.'),
  thread_id: described(eventId, 'The thread that it happened in.'),
  message_id: described(eventId, 'The message that it was about.'),
  run_id: described(eventId, 'The id that a report of a run got.'),
  value: described(v.nullish(v.pipe(v.number(), v.finite())), 'A number, where the event has one.'),
  props: described(
    v.nullish(
      v.pipe(
        jsonObject,
        v.check(
          (props) =>
            new TextEncoder().encode(JSON.stringify(props)).length <= EVENT_PROPS_MAX_BYTES,
          `Expected at most ${EVENT_PROPS_MAX_BYTES} bytes of JSON.`,
        ),
      ),
    ),
    'A few more facts, as up to 1 KiB of JSON. Never a person’s words.',
  ),
})

/** Events of people in a widget: counted, without their text. */
export const eventsBodySchema = v.strictObject({
  events: described(
    v.pipe(arrayUpTo(EVENTS_MAX, eventSchema), v.minLength(1)),
    'What people did, one entry for each time.',
  ),
})
export const acceptedSchema = v.object({
  accepted: described(v.number(), 'How many events were taken.'),
})
