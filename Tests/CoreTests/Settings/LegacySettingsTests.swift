import Core
import Testing

struct LegacySettingsTests {
    @Test func withoutPreferencesNothingIsSet() {
        let legacy = LegacySettings(["somethingElse": .integer(3), "showFullMemeInfo": .bool(true)])
        #expect(legacy == LegacySettings([:]))
        #expect(legacy.settings == ReadingSettings() && legacy.values.isEmpty && legacy.issues.isEmpty)
    }

    @Test(arguments: [
        ("showCensoredOrSpoilers", SettingValue.bool(true), SettingKey.nsfw, "shown"),
        ("showCensoredOrSpoilers", .integer(0), .nsfw, "hidden"),
        ("showSpoilerPosts", .bool(false), .spoilers, "hidden"), ("showSpoilerPosts", .integer(1), .spoilers, "shown"),
        ("allowVideoAutoplay", .bool(true), .autoplay, "true"), ("autoplayVids", .integer(1), .autoplay, "true"),
        ("interfaceTheme", .integer(0), .theme, "light"), ("interfaceTheme", .integer(1), .theme, "dark"),
        ("AppleLanguages", .list(["uk"]), .language, "uk"),
        ("AppleLanguages", .list(["de", "en-GB"]), .language, "en"),
        ("AppleLanguages", .list(["uk_UA", "en"]), .language, "uk"),
        ("AppleLanguages", .list(["de"]), .language, "system"),
        ("defaultLoadingQuantity", .integer(50), .pageSize, "50"),
        ("localSaveLimit", .integer(500), .localSaveLimit, "500"),
    ])
    func theTable(name: String, value: SettingValue, key: SettingKey, text: String) {
        let legacy = LegacySettings([name: value])
        #expect(legacy.settings.text(of: key) == text)
        #expect(legacy.issues.isEmpty)
        #expect(legacy.values.keys.allSatisfy { $0 == key })
        #expect(SettingKey.allCases.allSatisfy { $0 == key || legacy.settings[$0] == $0.defaultValue })
    }

    @Test(arguments: [
        ("showCensoredOrSpoilers", SettingValue.text("yes")), ("showSpoilerPosts", .integer(2)),
        ("allowVideoAutoplay", .null), ("autoplayVids", .list(["a"])), ("interfaceTheme", .integer(2)),
        ("interfaceTheme", .text("dark")), ("AppleLanguages", .text("uk")), ("defaultLoadingQuantity", .integer(0)),
        ("defaultLoadingQuantity", .text("50")), ("localSaveLimit", .integer(51)), ("savedSubreddits", .integer(1)),
        ("savedSubreddits", .list([.integer(1)])), ("savedSubreddits", .list(["a b"])), ("requestMode", .integer(9)),
        ("requestMode", .text("dead")),
    ])
    func whatCannotBeUsedIsAnIssueAndTheDefaultStays(name: String, value: SettingValue) throws {
        let legacy = LegacySettings([name: value])
        #expect(legacy.settings == ReadingSettings() && legacy.values.isEmpty && legacy.subreddits.isEmpty)
        #expect(legacy.source == nil)
        let issue = try #require(legacy.issues.first)
        #expect(legacy.issues.count == 1 && issue.key == name && !issue.reason.isEmpty)
    }

    @Test func theNewerNameOfASwitchWins() {
        let legacy = LegacySettings(["autoplayVids": .bool(true), "allowVideoAutoplay": .bool(false)])
        #expect(legacy.values == [.autoplay: .bool(false)])
    }

    @Test func subredditsComeInTheirOrderAndOnce() {
        let legacy = LegacySettings([
            "savedSubreddits": .list([" memes", "r/Swift", "MEMES", "a+b c", "/r/ukraine"]),
            "defaultSubreddit": .text("aww"),
        ])
        #expect(legacy.subreddits == ["memes", "Swift", "ukraine", "aww"])
        #expect(legacy.issues.map(\.value) == ["\"a+b c\""])
    }

    @Test func theListThatWasShownLastIsRead() {
        #expect(LegacySettings(["requestMode": .text("live")]).source == nil)
        #expect(LegacySettings(["requestMode": .integer(1)]).source == .favourites)
        #expect(LegacySettings(["requestMode": .text("downloaded")]).source == .downloads)
    }
}
