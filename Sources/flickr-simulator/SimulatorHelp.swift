enum SimulatorHelp {
    static let text = """
        Prints one line, "api=URL images=URL", when it answers, and ends on SIGINT and SIGTERM.

        CONTROL, under either URL's host and port, in JSON:
          GET    /__ledger          every request: kind, photo, rendition, path without key, status, bytesSent,
                                    started and ended in seconds, connection; and counts
          POST   /__ledger/reset    forget them
          GET    /__faults          the faults in force, with their ids
          POST   /__faults          add one, or an array of them; PUT replaces all
          DELETE /__faults[?id=N]   end one or all; what they held goes on
          POST   /__faults/release[?id=N]   let go on what stalls hold now
          GET    /__behaviour       how it behaves towards everybody; PUT changes the members that are given
          POST   /__library         {"remove":ID}, {"replaceImage":ID}, {"changeSecret":ID},
                                    {"photo":ID,"title":TEXT}, {"add":PHOTO}; or an array of them

        A fault has an effect with its values, and what it matches; what is left out matches all:
          {"effect":"stall","bytes":1000,"host":"images","photo":ID,"rendition":"b","times":1,"skip":0}
          {"effect":"status","status":429,"retryAfter":"5","method":"flickr.photos.search"}
          {"effect":"latency","milliseconds":50,"path":"_b.jpg"}
        Matches: host (api, images), method, photo, rendition, path (a part of the address with its query).
        Effects: latency (milliseconds); bandwidth, stall, cut, shortBody, longBody, announcedLength (bytes);
          stallBeforeHead; hangUp; framing (value: contentLength, chunked, untilClose); lengthHint (bytes: by how many
          it is wrong); status (status, retryAfter); htmlUnder200; contentType (value); emptyBody; redirect (value);
          photoUnavailable; newVersion; endlessBody; garbageJSON; body (value, name: its type);
          apiFailure (code, message); header (name, value); withoutHeader (name); ignoredRange.
        """
}
