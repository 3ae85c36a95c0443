import * as v from 'valibot'

const amount = v.optional(v.number())

/** By the operator's names of them. */
const limits = v.object({
  userTextCharacters: amount,
  filesPerMessage: amount,
  fileBytes: amount,
  /** Never more than `fileBytes`. */
  anonymousFileBytes: amount,
  imageBytes: amount,
  toolsPerRun: amount,
  toolSchemaBytes: amount,
})

/**
 * State of a preview:
 * - `draft`: the draft; `published`: the published settings, since there is no draft; `fault`: the same, since the draft
 *   has a fault. The conversation lives in the frame alone;
 * - `over`, `gone`, `invalid`: it has ended, by its time, with its draft, or as a wrong link. The frame is that of visitors.
 */
const previewState = v.object({
  state: v.picklist(['draft', 'published', 'fault', 'over', 'gone', 'invalid']),
  /** ISO 8601; absent if it has ended. */
  endsAt: v.optional(v.string()),
  /** The draft's first fault. */
  fault: v.optional(v.string()),
  /** False beside the controls of the desk. */
  canLeave: v.boolean(),
})
export type PreviewState = v.InferOutput<typeof previewState>

/** The server's data for the frame document, in a meta tag named `alcove`. */
export const frameConfigSchema = v.object({
  /** The project's id. */
  project: v.string(),
  /** Path of the project's base under the document's origin: empty, or `/p/<project>`. */
  basePath: v.string(),
  /** Host pages that may embed it: origins, or `http://localhost:*` for any port. */
  allowedHosts: v.array(v.string()),
  /** True if all writes are refused. */
  readOnly: v.optional(v.boolean()),
  /** The server's limits, so that people see them before a refusal. Absent: the frame's own numbers. */
  limits: v.optional(limits),
  /** Accepted media types of files, `image/*` for a group. Absent: any. */
  fileTypes: v.optional(v.array(v.string())),
  /** Kinds of files that the assistant's model cannot read: `images`, `pdf`. Absent: none is known. */
  cannotRead: v.optional(v.array(v.string())),
  /** The operator's own chat endpoint, which replaces this server's chat call. */
  chatEndpoint: v.optional(v.string()),
  /** An assistant that answers by `POST /runs/stream` instead of the chat call. */
  assistant: v.optional(v.string()),
  /** Address for consent to a tool; only from the operator's settings. */
  connectUrl: v.optional(v.string()),
  /** Labels of the server's tools for people, by name; validated by `readToolLabels`. */
  toolLabels: v.optional(v.unknown()),
  /** The operator's options for look and texts; `readLook` validates them. */
  look: v.optional(v.unknown()),
  /** True if the page around the chat may read conversations that start from now on. Absent: false. */
  hostReads: v.optional(v.boolean()),
  /** True if questions that the person may ask next are offered below each answer. Absent: false. */
  suggestions: v.optional(v.boolean()),
  /** Present in the frame of a link to a preview. */
  preview: v.optional(previewState),
  /** Hosts whose addresses may be links when a device's code has to be typed there. */
  verificationHosts: v.optional(v.array(v.string())),
})
export type FrameConfig = v.InferOutput<typeof frameConfigSchema>
