import Core
import Foundation
import Mocks
import Testing

struct SourceOrderTests {
    private func source(_ name: String, added: Double, opened: Double? = nil) -> SubscribedSource {
        var source = SubscribedSource.mock(name, added: Date(timeIntervalSince1970: added))
        source.lastOpened = opened.map(Date.init(timeIntervalSince1970:))
        return source
    }

    @Test func lastOpenedSourcesComeFirstThenLastAddedOnes() {
        let sources = [
            source("r/old", added: 1), source("r/read", added: 2, opened: 50), source("r/new", added: 9),
            source("r/reread", added: 3, opened: 60), source("r/same", added: 9),
        ]
        #expect(SourceOrder.recentFirst.sorted(sources).map(\.name.text) == ["reread", "read", "new", "same", "old"])
        #expect(SourceOrder.own.sorted(sources) == sources)
    }

    @Test func aBackendThatKnowsLessErasesNothing() {
        var source = SubscribedSource.mock("r/swift", state: .pending)
        let full = SourceDescription(name: .mock("r/swift"), title: "Swift", isNSFW: false, subscriberCount: 3)
        source.update(with: .known(full), at: Date(timeIntervalSince1970: 5))
        source.update(with: .known(SourceDescription(name: .mock("r/Swift"))), at: Date(timeIntervalSince1970: 6))
        #expect(source.title == "Swift" && source.isNSFW == false && source.subscriberCount == 3)
        #expect(source.name.text == "Swift" && source.state == .verified)
        source.update(with: .unknown, at: Date(timeIntervalSince1970: 7))
        #expect(source.state == .unknown && source.title == "Swift")
        #expect(source.checked == Date(timeIntervalSince1970: 7))
    }

    @Test func invalidValuesAreLeftOutOfADescription() {
        let description = SourceDescription(
            name: .mock("r/swift"), title: String(repeating: "x", count: 5000), subscriberCount: -1)
        #expect(description.title?.count == 300 && description.subscriberCount == nil)
        #expect(SourceDescription(name: .mock("r/swift"), title: "").title == nil)
    }
}
