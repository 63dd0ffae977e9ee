public import ArgumentParser
public import PhotoSimulator

extension Year: ExpressibleByArgument {}
