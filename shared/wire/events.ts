import * as v from 'valibot'
import { arrayUpTo, jsonObject } from './fields.ts'

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

/** What people do in a widget: counted, never their words. */
export const eventsBodySchema = v.strictObject({
  events: v.pipe(
    arrayUpTo(
      EVENTS_MAX,
      v.looseObject({
        kind: v.picklist(EVENT_KINDS),
        thread_id: eventId,
        message_id: eventId,
        run_id: eventId,
        value: v.nullish(v.pipe(v.number(), v.finite())),
        props: v.nullish(
          v.pipe(
            jsonObject,
            v.check(
              (props) =>
                new TextEncoder().encode(JSON.stringify(props)).length <= EVENT_PROPS_MAX_BYTES,
              `Expected at most ${EVENT_PROPS_MAX_BYTES} bytes of JSON.`,
            ),
          ),
        ),
      }),
    ),
    v.minLength(1),
  ),
})
export const acceptedSchema = v.object({ accepted: v.number() })
