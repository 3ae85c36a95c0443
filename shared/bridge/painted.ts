/**
 * Message of the frame's document to the window around it: the owner's look is painted. The loader then shows
 * the frame. A frame of an older version does not send it, and is shown when its composer is usable.
 */
export const PAINTED = 'alcove:painted'
