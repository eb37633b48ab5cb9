import Core
import Foundation
import Mocks

/// A sender whose server takes everything, once a test lets it.
final class OpenSender: OutboxSender {
    let isOpen = ObservableValue(false)
    /// Whether no request leaves the device.
    let isOffline = ObservableValue(false)
    let sent = Asked<OutboxEntry>()

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        if isOffline.value { throw DataError(.offline) }
        for await mayGo in isOpen.values where mayGo { break }
        for request in requests { sent.note(request.entry) }
        let entry = requests.first?.entry
        let refused = entry?.target?.native == "b"
        if refused { return .refused(OutboxEntry.Reason(.forbidden, "Locked.")) }
        return .done(result: nil, value: entry?.value)
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
    func read(_ request: OutboxRequest) async throws -> OutboxReading { .failed(isPassing: true) }

    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        StatusField(rawValue: entry.lane.field)?.values(of: value)
    }
}
