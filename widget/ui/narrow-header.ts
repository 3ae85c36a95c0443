/**
 * Frames narrower than the usual panel, and phones: the title needs the room of all buttons but three. Inside of the
 * frame, a media query is about the frame.
 */
export const NARROW_HEADER_QUERY = '(max-width: 399px), (max-width: 480px) and (pointer: coarse)'
