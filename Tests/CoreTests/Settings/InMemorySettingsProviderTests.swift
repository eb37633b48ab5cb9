import Core
import Testing

struct InMemorySettingsProviderTests {
    private let provider = InMemorySettingsProvider()

    @Test func aChangeIsShownInItsForm() async throws {
        try await provider.update { settings in
            settings.pageSize = 50
            settings.blockedAuthors = ["u/one", "ONE"]
        }
        #expect(provider.settings.value.pageSize == 50)
        #expect(provider.settings.value.blockedAuthors == ["one"])
    }

    @Test func aValueThatIsNotAllowedChangesNothing() async throws {
        let error = try await #require(throws: DataError.self) {
            try await provider.update { settings in
                settings.hideRead = true
                settings.pageSize = 101
            }
        }
        #expect(error.code == .invalidInput)
        #expect(error.message.contains("1 to 100"))
        #expect(provider.settings.value == ReadingSettings())
    }

    @Test func severalSettingsAreSetTogetherOrNotAtAll() async throws {
        try await provider.set([.nsfw: .text("hidden"), .pageSize: .integer(10)])
        #expect(provider.settings.value.nsfw == .hidden && provider.settings.value.pageSize == 10)
        await #expect(throws: DataError.self) {
            try await provider.set([.nsfw: .text("shown"), .pageSize: .integer(0)])
        }
        #expect(provider.settings.value.nsfw == .hidden && provider.settings.value.pageSize == 10)
    }

    @Test func noneOfManyChangesAtOnceIsLost() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { [provider] in
                    try await provider.update { $0.blockedWords.append("word\(number)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(provider.settings.value.blockedWords) == Set((0..<50).map { "word\($0)" }))
    }
}
