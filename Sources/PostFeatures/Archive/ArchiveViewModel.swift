public import Core
public import Foundation

/// The screen that carries everything a person has done to another device and back: export and import.
///
/// An import has two steps: ``preview(_:)`` reads a file and says what it would change, and ``importPreviewed()`` does it.
///
/// ```swift
/// let screen = ArchiveViewModel()
/// let token = screen.state.observe { draw($0) }
/// await screen.export(to: "/backup/lantern.json")
/// await screen.preview("/backup/other.json")
/// screen.state.value.preview.map { format.lines(of: $0.receipt) }   // ["Marks: 3 new"]
/// await screen.importPreviewed()
/// ```
///
/// What a method does is in ``state`` when it returns. Nothing throws: what cannot be done becomes ``State/banner``, and
/// neither the store nor the file is changed then. While a file is written or an archive put into the store, further
/// calls do nothing; a preview that is not there yet gives way to whatever is asked for next.
@MainActor
public final class ArchiveViewModel {
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let provider: any ArchiveProvider
    private let files: any FileSystem
    /// What ``State/preview`` is about.
    private var archive: Archive?
    /// Which call may still show what came of it.
    private var turn = 0

    /// Creates a view model; resolves the `ArchiveProvider` and the `FileSystem`, else the system's, and starts nothing.
    public init() {
        provider = Dependency.resolve((any ArchiveProvider).self)
        files = Dependency.resolve((any FileSystem).self, default: LocalFileSystem())
    }

    /// Writes everything into a file; one that is there is replaced when the new one is whole.
    ///
    /// - Parameter path: Where the file is to be.
    public func export(to path: String) async {
        await perform(.exporting) { screen in
            let archive = try await screen.provider.export()
            let bytes = try await ArchiveFile(path: path, files: screen.files).write(archive)
            return { $0.exported = Exported(path: path, contents: ArchiveSummary(archive), bytes: bytes) }
        }
    }

    /// Reads a file and finds out what it would change; nothing is changed.
    ///
    /// - Parameter path: Where the file is.
    public func preview(_ path: String) async {
        await perform(.reading) { screen in
            let archive = try await ArchiveFile(path: path, files: screen.files).read()
            let receipt = try await screen.provider.preview(archive)
            return { state in
                screen.archive = archive
                state.preview = Preview(path: path, date: archive.date, receipt: receipt)
            }
        }
    }

    /// Puts the archive of ``State/preview`` into the store; without one nothing happens.
    ///
    /// What it came to is in ``State/imported``; it may differ from the preview when something was changed since.
    public func importPreviewed() async {
        guard let archive else { return }
        await perform(.importing) { screen in
            let receipt = try await screen.provider.merge(archive)
            return { state in
                screen.archive = nil
                state.preview = nil
                state.imported = receipt
            }
        }
    }

    /// Puts the preview away; one that is not there yet does not come.
    public func cancelPreview() {
        guard state.value.work == nil || state.value.work == .reading else { return }
        turn += 1
        archive = nil
        state.update { state in
            state.preview = nil
            state.work = nil
        }
    }

    /// Puts the banner away.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Does something and shows what came of it, unless something else was asked for meanwhile.
    private func perform(
        _ work: Work, _ body: @MainActor (ArchiveViewModel) async throws -> @MainActor (inout State) -> Void
    ) async {
        guard state.value.work == nil || state.value.work == .reading else { return }
        turn += 1
        let own = turn
        if work == .reading { archive = nil }
        state.update { state in
            state.work = work
            state.banner = nil
            if work == .reading { state.preview = nil }
        }
        let outcome: Result<@MainActor (inout State) -> Void, any Error>
        do {
            outcome = .success(try await body(self))
        } catch {
            outcome = .failure(error)
        }
        guard own == turn else { return }
        var new = state.value
        new.work = nil
        switch outcome {
        case .success(let show): show(&new)
        case .failure(is CancellationError): break
        case .failure(let error): new.banner = Banner(DataError(error), cause: .action)
        }
        state.update { $0 = new }
    }
}

extension ArchiveViewModel {
    /// What is being done.
    public enum Work: Hashable, Sendable {
        /// A file is written.
        case exporting
        /// A file is read, and compared with the store.
        case reading
        /// An archive is put into the store.
        case importing
    }

    /// What a file would change.
    public struct Preview: Equatable, Sendable {
        /// Where the file is.
        public let path: String
        /// When it was made.
        public let date: Date
        /// What it would change.
        public let receipt: ArchiveReceipt
    }

    /// What was written.
    public struct Exported: Equatable, Sendable {
        /// Where the file is.
        public let path: String
        /// How much is in it.
        public let contents: ArchiveSummary
        /// How many bytes it has.
        public let bytes: Int
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// What is being done; `nil` for nothing.
        public internal(set) var work: Work?
        /// What the file that was read last would change, until it is imported or put away.
        public internal(set) var preview: Preview?
        /// What was exported last.
        public internal(set) var exported: Exported?
        /// What the last import came to.
        public internal(set) var imported: ArchiveReceipt?
        /// What could not be done, until something else is.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - work: What is being done.
        ///   - preview: What the file that was read last would change, until it is imported or put away.
        ///   - exported: What was exported last.
        ///   - imported: What the last import came to.
        ///   - banner: What could not be done, until something else is.
        public init(
            work: Work? = nil, preview: Preview? = nil, exported: Exported? = nil, imported: ArchiveReceipt? = nil,
            banner: Banner? = nil
        ) {
            self.work = work
            self.preview = preview
            self.exported = exported
            self.imported = imported
            self.banner = banner
        }
    }
}
