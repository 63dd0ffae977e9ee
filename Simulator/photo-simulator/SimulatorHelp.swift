/// The text that `--help` prints beside the options, in lines of at most 78 columns, which are not wrapped.
enum SimulatorHelp {
    static let text = """
        Prints one line, "api=URL images=URL commons=URL", when it answers, and ends
        on SIGINT and SIGTERM. "api" is Flickr's, "commons" that of Wikimedia
        Commons; both name images under "images".

        CONTROL with --control, in JSON, under the host and port of either URL:
          GET    /__ledger        every request (kind, photo, rendition, status,
                                  path without key, bytesSent, connection,
                                  started and ended in seconds) and counts
          POST   /__ledger/reset  forget them
          GET    /__faults        the faults in force, with their ids
          POST   /__faults        add one, or an array of them
          PUT    /__faults        replace all
          DELETE /__faults[?id=N] end one or all; what they held goes on
          POST   /__faults/release[?id=N]
                                  let go on what stalls hold now
          GET    /__behaviour     how it behaves towards everybody
          PUT    /__behaviour     change the members that are given
          POST   /__library       {"remove":ID}, {"replaceImage":ID},
                                  {"changeSecret":ID}, {"add":PHOTO},
                                  {"photo":ID,"title":TEXT}; or an array

        FAULTS have an effect with its values, and what they match:
          {"effect":"stall","bytes":1000,"host":"images","photo":ID,"times":1}
          {"effect":"status","status":429,"retryAfter":"5","host":"api"}
          {"effect":"latency","milliseconds":50,"path":"_b.jpg"}
        Matches, of which what is left out matches all: host (api, images),
        method (Flickr's name; for Commons commons.search, commons.geosearch,
        commons.category, commons.allimages, commons.page, commons.meta), photo,
        rendition (Flickr's letter; for Commons the width of a thumbnail, o for
        the original), path (a part of the address with its query), skip (so many requests first), times (then so many).
        Effects and their values:
          latency (milliseconds), bandwidth (bytes a second), stallBeforeHead,
          stall, cut, shortBody, longBody, announcedLength, excess (bytes),
          strayAnswer, hangUp,
          framing (value: contentLength, chunked, untilClose), lengthHint (bytes
          by which it is wrong), status (status, retryAfter), htmlUnder200,
          contentType (value), emptyBody, redirect (value), photoUnavailable,
          newVersion, endlessBody, garbageJSON, body (value; name: its type),
          apiFailure (code, message), commonsError (value: its code, such as
          maxlag; message, retryAfter), header (name, value), withoutHeader
          (name), ignoredRange,
          unaskedPart (skipped, bytes),
          member (name: the names on the way to it; value: JSON).
        """
}
