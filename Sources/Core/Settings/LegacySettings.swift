/// The settings in the preferences of an older reader app, converted for the first start of an app on Lantern.
///
/// A pure function of the preferences: nothing is stored. A value that cannot be used becomes an issue and leaves its
/// setting at the default; unknown keys are ignored.
///
/// | key | becomes |
/// | --- | --- |
/// | `showCensoredOrSpoilers` | ``ReadingSettings/nsfw``: shown, or hidden as that reader did |
/// | `showSpoilerPosts` | ``ReadingSettings/spoilers``, likewise |
/// | `allowVideoAutoplay`, before that `autoplayVids` | ``ReadingSettings/autoplay`` |
/// | `interfaceTheme` (0, 1) | ``ReadingSettings/theme``: light, dark |
/// | `AppleLanguages` | ``ReadingSettings/language``: the first one that there are texts in |
/// | `defaultLoadingQuantity` | ``ReadingSettings/pageSize`` |
/// | `localSaveLimit` | ``ReadingSettings/localSaveLimit`` |
/// | `savedSubreddits`, before that `defaultSubreddit` | ``subreddits`` |
/// | `requestMode` (live, favourite, downloaded, or 0 to 2) | ``source`` |
///
/// ```swift
/// let legacy = LegacySettings(["interfaceTheme": .integer(1), "savedSubreddits": .list(["swift"])])
/// try await provider.set(legacy.values)
/// ```
public struct LegacySettings: Hashable, Sendable {
    /// The settings; defaults for those that were not there.
    public private(set) var settings = ReadingSettings()
    /// The values of the settings that were there, for ``SettingsProvider/set(_:)``.
    public private(set) var values: [SettingKey: SettingValue] = [:]
    /// The saved subreddits in order, without repetitions in any case.
    public private(set) var subreddits: [String] = []
    /// The local list that was shown last; `nil` for the live one.
    public private(set) var source: FeedSource?
    /// The values that could not be used, in the order of the table.
    public private(set) var issues: [SettingsIssue] = []

    /// Converts preferences.
    ///
    /// - Parameter preferences: The values by their keys, as JSON or a property list has them. Switches may be 0 and 1.
    public init(_ preferences: [String: SettingValue]) {
        for (name, key) in Self.switches {
            guard let value = preferences[name] else { continue }
            guard let isOn = Self.isOn(value) else {
                report(name, value, SettingKind.toggle.allowedValues.joined(separator: " or "))
                continue
            }
            switch key {
            case .nsfw, .spoilers: set(.text(isOn ? "shown" : "hidden"), for: key, from: name, value)
            default: set(.bool(isOn), for: key, from: name, value)
            }
        }
        if let value = preferences["interfaceTheme"] {
            switch value {
            case .integer(0): set(.text("light"), for: .theme, from: "interfaceTheme", value)
            case .integer(1): set(.text("dark"), for: .theme, from: "interfaceTheme", value)
            default: report("interfaceTheme", value, "0 for light or 1 for dark")
            }
        }
        readLanguages(preferences["AppleLanguages"])
        for (name, key) in Self.numbers {
            guard let value = preferences[name] else { continue }
            set(value, for: key, from: name, value)
        }
        readSubreddits(preferences)
        readMode(preferences["requestMode"])
    }

    /// The names of the switches with their settings; the newer name of a switch comes last, so that it wins.
    private static let switches: [(String, SettingKey)] = [
        ("showCensoredOrSpoilers", .nsfw), ("showSpoilerPosts", .spoilers), ("autoplayVids", .autoplay),
        ("allowVideoAutoplay", .autoplay),
    ]

    private static let numbers: [(String, SettingKey)] = [
        ("defaultLoadingQuantity", .pageSize), ("localSaveLimit", .localSaveLimit),
    ]

    private static func isOn(_ value: SettingValue) -> Bool? {
        switch value {
        case .bool(let isOn): isOn
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    private mutating func readLanguages(_ value: SettingValue?) {
        guard let value else { return }
        guard let tags = value.texts else {
            return report("AppleLanguages", value, "a list of languages")
        }
        // The system's own list: one without a language that there are texts in says nothing about this app.
        let codes = tags.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        let spoken = InterfaceLanguage.allCases.filter { $0 != .system }.map(\.rawValue)
        guard let code = codes.first(where: spoken.contains) else { return }
        set(.text(code), for: .language, from: "AppleLanguages", value)
    }

    private mutating func readSubreddits(_ preferences: [String: SettingValue]) {
        var names: [String] = []
        for (name, value) in ["savedSubreddits", "defaultSubreddit"].compactMap({ key in
            preferences[key].map { (key, $0) }
        }) {
            switch value {
            case .text(let text): names.append(text)
            case .list(let values):
                for value in values {
                    if case .text(let text) = value {
                        names.append(text)
                    } else {
                        report(name, value, "the name of a subreddit")
                    }
                }
            default: report(name, value, "a list of subreddits")
            }
        }
        var seen: Set<String> = []
        for name in names {
            let typed = name.trimmingWhiteSpace
            let plain = typed.hasPrefix("/r/") ? String(typed.dropFirst(3)) : typed.replacingPrefix("r/")
            do throws(DataError) {
                let checked = try SiteProfile.reddit.source(parsing: "r/\(plain)")
                subreddits += checked.names.filter { seen.insert($0.lowercased()).inserted }
            } catch {
                report("savedSubreddits", .text(name), error)
            }
        }
    }

    private mutating func readMode(_ value: SettingValue?) {
        guard let value else { return }
        switch value {
        case .text("live"), .integer(0): break
        case .text("favourite"), .integer(1): source = .favourites
        case .text("downloaded"), .integer(2): source = .downloads
        default: report("requestMode", value, "live, favourite or downloaded")
        }
    }

    private mutating func set(_ value: SettingValue, for key: SettingKey, from name: String, _ old: SettingValue) {
        do throws(DataError) {
            try settings.set(value, for: key)
            values[key] = settings[key]
        } catch {
            report(name, old, error)
        }
    }

    private mutating func report(_ name: String, _ value: SettingValue, _ allowed: String) {
        report(
            name, value,
            DataError(.invalidInput, message: "'\(value.shown)' is not allowed for \(name). It is \(allowed)."))
    }

    private mutating func report(_ name: String, _ value: SettingValue, _ error: DataError) {
        issues.append(SettingsIssue(key: name, value: value.json, reason: error.message))
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
