internal import ArgumentParser

extension ValidationError {
    /// An unset shell variable makes such a name, which would be taken for the working directory.
    static var emptyMountpoint: ValidationError {
        ValidationError("an empty MOUNTPOINT names no folder; for the folder that you are in, write a dot")
    }
}
