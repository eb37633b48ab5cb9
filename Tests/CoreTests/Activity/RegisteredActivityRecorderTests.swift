import Core
import Foundation
import Testing

struct RegisteredActivityRecorderTests {
    private struct Refusal: Error {}

    private let event = ActivityEvent(
        .failed, reason: .failure, host: "host.example", date: Date(timeIntervalSince1970: 0))

    @Test func whoIsRegisteredLaterHearsOfWhatHappensFromThenOn() {
        let container = DependencyContainer()
        let recorder = Dependency.withContainer(container) { RegisteredActivityRecorder() }
        recorder.record(event)
        let journal = InMemoryActivityLog()
        container.register((any ActivityRecorder).self) { journal }
        recorder.record(event)
        #expect(journal.entries.map(\.count) == [1])
    }

    @Test func oneThatCannotBeMadeCostsNothing() {
        let container = DependencyContainer()
        container.register((any ActivityRecorder).self) { throw Refusal() }
        Dependency.withContainer(container) { RegisteredActivityRecorder() }.record(event)
        #expect(container.isRegistered((any ActivityRecorder).self))
    }
}
