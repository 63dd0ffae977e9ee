public import ArgumentParser
public import FlickrSimulator

extension Year: ExpressibleByArgument {}
