import * as v from 'valibot'

const amount = v.optional(v.number())

/** By the names that the operator knows them by. */
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

/** What the frame document is told by the server that rendered it, in a meta tag named `alcove`. */
export const frameConfigSchema = v.object({
  /** The project's id. */
  project: v.string(),
  /** Path of the project's base under the document's origin: empty, or `/p/<project>`. */
  basePath: v.string(),
  /** Host pages that may embed it: origins, or `http://localhost:*` for any port. */
  allowedHosts: v.array(v.string()),
  /** Whether nobody may write. */
  readOnly: v.optional(v.boolean()),
  /** What the server takes, so that nobody is told too late. Absent: the frame's own numbers. */
  limits: v.optional(limits),
  /** Media types of files that are taken, `image/*` for a group. Absent: any. */
  fileTypes: v.optional(v.array(v.string())),
  /** A chat endpoint of the operator's own, in place of this server's chat call. */
  chatEndpoint: v.optional(v.string()),
  /** An assistant that answers by `POST /runs/stream`, in place of the chat call. */
  assistant: v.optional(v.string()),
  /** Where consent for a tool is given; of the operator's settings only. */
  connectUrl: v.optional(v.string()),
  /** What people read of calls of the server's tools, by name; `readToolLabels` has checked it. */
  toolLabels: v.optional(v.unknown()),
  /** What the operator says of looks and words; `readLook` checks it. */
  look: v.optional(v.unknown()),
  /** The page around the chat may read conversations that are begun from now on. Absent: it may not. */
  hostReads: v.optional(v.boolean()),
  /** Hosts whose addresses may be links where a device's code is typed in. */
  verificationHosts: v.optional(v.array(v.string())),
})
export type FrameConfig = v.InferOutput<typeof frameConfigSchema>
