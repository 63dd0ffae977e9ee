import PhotoSimulator
import TestSupport
import Testing

/// A copy is its owner's: with Copy, Paste and Delete in real windows, as an ordinary user, for root may always.
@Suite(
    "Copies made and deleted in real windows",
    .enabled(if: OrdinaryUser.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct DesktopCopiesTests {
    @Test(arguments: [
        DesktopHands(program: "thunar", deleted: "alt+d"),
        DesktopHands(program: "nautilus", arguments: "--new-window", needsClick: true, deleted: "alt+d"),
        DesktopHands(program: "nemo", arguments: "--no-desktop", deleted: "alt+d"),
        DesktopHands(program: "caja", arguments: "--no-desktop", deleted: "alt+d"),
        DesktopHands(program: "pcmanfm", deleted: "alt+y"),
        DesktopHands(program: "dolphin", arguments: "--new-window", deleted: "alt+d"),
    ])
    func `a place is copied, the copy deleted, and copied again by an ordinary user`(hands: DesktopHands) async throws {
        if try hands.areMissing() { return }
        let numbered = NumberedLibrary(photosPerPlace: 6)
        try await TestMount.run(numbered.configuration, asOrdinaryUser: true) { mount in
            let place = NumberedLibrary.directory()
            let done = try await hands.run(
                """
                place="$M/\(place)"; name=${place##*/}; mkdir "$T/target"; ls "$place" > /dev/null
                is_whole() { diff -rq "$place" "$T/target/$name"; }
                open "../\(place.split(separator: "/").dropLast().joined(separator: "/"))"
                asked() { :; }
                carry "${place%/*}" "$T/target" is_whole; say "copied: $(ls "$T/target")"
                delete shift+Delete "$deleted" is_gone "$T/target/$name"
                say "deleted: $(ls "$T/target")"
                until_it_is ctrl+v is_whole; say "again: $(ls "$T/target")"
                close
                rm -r "$T/target/$name" && say "removed"
                """, on: mount)
            let name = place.split(separator: "/").last ?? ""
            #expect(
                done.said == ["copied: \(name)", "deleted: ", "again: \(name)", "removed"], "\(done.printed)")
        }
    }
}
