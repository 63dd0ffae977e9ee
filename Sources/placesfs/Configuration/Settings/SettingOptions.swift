internal import ArgumentParser

/// The options of a group of settings. ArgumentParser finds the options of a type by reflection; `customMirror` shows
/// it those that the rows make.
struct SettingOptions<Group: SettingGroup>: ParsableArguments, CustomReflectable {
    /// The values as typed.
    private(set) var typed: [Assignment] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        typed = try Self.settings.compactMap { setting in
            let name = setting.key.rawValue
            let value =
                setting.isSwitch
                ? try values.decode(Flag<Bool>.self, forKey: Name(stringValue: name)).wrappedValue ? "yes" : nil
                : try values.decode(Option<String?>.self, forKey: Name(stringValue: name)).wrappedValue
            return value.map { Assignment(key: setting.key, value: $0, origin: .option(name)) }
        }
    }

    var customMirror: Swift.Mirror {
        Swift.Mirror(self, children: Self.settings.map { (label: $0.key.rawValue, value: $0.option) })
    }

    private static var settings: [Setting] { Group.settings.filter { $0.place != .filesOnly } }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Setting {
    /// The option: a `Flag<Bool>` for a switch, else an `Option<String?>`.
    fileprivate var option: Any {
        let name = NameSpecification.customLong(key.rawValue)
        return isSwitch
            ? Flag<Bool>(wrappedValue: false, name: name, help: optionHelp)
            : Option<String?>(name: name, help: optionHelp, completion: completion)
    }

    fileprivate var optionHelp: ArgumentHelp {
        ArgumentHelp(
            "\(help)", valueName: valueName, visibility: place == .anywhereUnlisted ? .hidden : .default)
    }
}

extension ConfigurationKey {
    /// The help of the setting's option, for other commands that take it.
    var help: ArgumentHelp? { Configuration.rows[self]?.optionHelp }
}

/// The configuration file cannot be set in itself.
struct NamedFile: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Configuration file, `key = value` lines (default: $XDG_CONFIG_HOME/placesfs/config, if there is one).",
            valueName: "file"),
        completion: .file())
    var config: String?
}
