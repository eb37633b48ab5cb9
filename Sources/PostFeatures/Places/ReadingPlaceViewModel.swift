public import Core
import Foundation

/// Keeps the place where a person is, so that an app comes back to it after it was quit, killed or has crashed.
///
/// ```swift
/// let places = ReadingPlaceViewModel(site: .reddit)
/// let place = await places.load()                 // where the last run ended
/// places.move(to: ReadingPlace(source: "r/swift"))
/// await places.save()                             // when the app goes to the background or ends
/// ```
///
/// It is kept for each site in the registered `StateStore`, a second after the first ``move(to:)`` that is not written.
/// Nothing throws: a place that cannot be read or written costs the person some keys, and no more.
@MainActor
public final class ReadingPlaceViewModel {
    /// The place as it was told or read last; `nil` before the first one.
    public private(set) var place: ReadingPlace?

    private let name: String
    private let store: any StateStore
    private let time: any TimeProvider
    private var isUnsaved = false
    private var timer: Task<Void, Never>?
    private var lastWrite: Task<Void, Never>?

    /// Creates a view model; resolves `StateStore` where it is registered, and starts nothing.
    ///
    /// - Parameter site: The site whose posts are read.
    public init(site: Site) {
        // The names of a state store are of few letters.
        let letters = site.rawValue.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        name = "reading-place-\(String(letters).prefix(40))"
        store = Dependency.resolve((any StateStore).self, default: DiscardingStateStore())
        time = Dependency.clock
    }

    deinit {
        timer?.cancel()
    }

    /// Reads where the last run ended.
    ///
    /// - Returns: The place; `nil` at the first start, and where it cannot be read.
    public func load() async -> ReadingPlace? {
        do {
            guard let data = try await store.value(name) else { return place }
            let stored = try JSONDecoder().decode(ReadingPlace.self, from: data)
            // Where the person has gone meanwhile is newer.
            if place == nil { place = stored }
        } catch {
            // The app begins where it begins without a place.
        }
        return place
    }

    /// Says where the person is now; it is written a second later, once for all calls until then.
    ///
    /// - Parameter place: The place.
    public func move(to place: ReadingPlace) {
        guard place != self.place else { return }
        self.place = place
        isUnsaved = true
        guard timer == nil else { return }
        timer = Task { [weak self, time] in
            do {
                try await time.sleep(for: .seconds(1))
            } catch {
                // Cancelled: whoever did that has written, or is gone.
                return
            }
            self?.timer = nil
            self?.write()
        }
    }

    /// Writes the place down, and returns when that is done; does nothing where it was written already.
    public func save() async {
        timer?.cancel()
        timer = nil
        write()
        await lastWrite?.value
    }

    /// Begins to write, behind what is being written already.
    private func write() {
        guard isUnsaved, let place else { return }
        isUnsaved = false
        lastWrite = Task { [weak self, store, name, previous = lastWrite] in
            await previous?.value
            do {
                try await store.set(try JSONEncoder().encode(place), for: name)
            } catch {
                // It is tried again with the next place, and by `save()`.
                self?.isUnsaved = true
            }
        }
    }
}
