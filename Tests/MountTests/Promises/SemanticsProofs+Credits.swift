extension SemanticsTests {
    static let creditsProofs: [(says: String, tests: [String])] = [
        (
            "`CREDITS.txt` has a line",
            [
                "credits have a line for each photo, and the source's notice",
                "it stands in every folder of photos, and in no other",
                "it follows what is removed, and another collection",
            ]
        ),
        (
            "A JPEG or PNG below the original",
            [
                "thirteen programs read author, licence and position from a plain copy of a photo never opened before",
                "the pixels are the source's", "every tool reads them, and stat is true afterwards",
                "a file that says whose it is stays as it came",
                "another choice at the next mount is another size, and none are the source's bytes",
                "originals are the source's, unless everything is to say whose it is",
            ]
        ),
        (
            "What is put into a photo is decided",
            ["eviction, a new title, kill -9 and a first read at the end change no byte"]
        ),
        (
            "`NAME.jpg.xmp` and `NAME.xmp`",
            [
                "both names answer with well-formed XMP that programs read, and are not listed",
                "it is the packet that the photo bears, byte for byte",
            ]
        ),
        (
            "A credit line is one line",
            ["nothing in a title or name ends its line or its quotation marks, or turns it around"]
        ),
        (
            "`placesfs credits FILE…` prints",
            [
                "photos in the mount are credited without being downloaded",
                "a copy is known whatever it is called, while mounted and after, and without the cache",
                "photos that never were in the cache are known too",
                "a copy of what is gone by now, or replaced, is still somebody's",
                "and so is one of a photo that was in no list for a month",
                "of a photo that says itself whose it is, no digest outlives its file and no credit the photo",
                "a copy of before anything was put into the photo is known by its digest, whatever becomes of it",
            ]
        ),
        (
            "A copy by `cp -a`",
            [
                "on ext4 they keep all attributes", "tar keeps the attributes when both ends are told to",
                "a stick with FAT takes every name, and the credit is known by the bytes",
            ]
        ),
        (
            "`placesfs credits` names each file",
            [
                "each has a line of its own, and the others are credited all the same",
                "what a folder holds is credited, or named",
            ]
        ),
        (
            "Licences have the names",
            [
                "names and links are those that Flickr lists", "one that is not known yet is passed on as it is",
                "a name stays as it is, and a link is added where there is no doubt",
                "each photo says its licence, and where its text is",
            ]
        ),
        (
            "`--license` means the same",
            [
                "Flickr is asked for the licences that a filter admits", "a filter shows the licences it names",
                "what is reserved, unknown or too clever is wanted by any alone",
                "a photo without a licence is wanted by any alone",
            ]
        ),
        (
            "`placesfs info` shows",
            [
                "a photo's title stands over the first line of its description",
                "it shows all that getfattr shows, and what changes besides, in words and in JSON",
                "a copy that kept its attributes tells the same, one without is no photo",
            ]
        ),
    ]
}
