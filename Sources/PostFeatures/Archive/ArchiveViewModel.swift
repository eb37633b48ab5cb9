public import Core
public import Foundation

/// A view model that exports a person's data to a file, and imports such a file.
///
/// An import has two steps: ``preview(_:)`` reads a file and computes what it would change, and ``importPreviewed()``
/// does it.
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
/// ``state`` has a method's result when it returns. Nothing throws: an error becomes ``State/banner``, and neither the
/// store nor the file is changed then. During an export or an import, further calls do nothing; a preview that is under
/// way is replaced by the next call.
@MainActor
public final class ArchiveViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any ArchiveProvider
    private let files: any FileSystem
    /// The archive of ``State/preview``.
    private var archive: Archive?
    /// Grows with each call, which voids the results of the calls before.
    private var generation = 0

    /// Creates a view model; resolves `ArchiveProvider` and `FileSystem` (else the system's), and starts nothing.
    public init() {
        provider = Dependency.resolve((any ArchiveProvider).self)
        files = Dependency.fileSystem
    }

    /// Exports all data to a file; an existing one is replaced when the new one is complete.
    ///
    /// - Parameter path: The path of the file.
    public func export(to path: String) async {
        await perform(.exporting) { screen in
            let archive = try await screen.provider.export()
            let bytes = try await ArchiveFile(path: path, files: screen.files).write(archive)
            return { $0.exported = Exported(path: path, contents: ArchiveSummary(archive), bytes: bytes) }
        }
    }

    /// Reads a file and computes what its import would change; changes nothing.
    ///
    /// - Parameter path: The path of the file.
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

    /// Imports the archive of ``State/preview``; does nothing without one.
    ///
    /// ``State/imported`` is the receipt, which differs from the preview when the store was changed since.
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

    /// Dismisses the preview, and cancels one that is under way.
    public func cancelPreview() {
        guard state.value.work == nil || state.value.work == .reading else { return }
        generation += 1
        archive = nil
        state.update { state in
            state.preview = nil
            state.work = nil
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Does some work and publishes its result, unless another call has voided it.
    private func perform(
        _ work: Work, _ body: @MainActor (ArchiveViewModel) async throws -> @MainActor (inout State) -> Void
    ) async {
        guard state.value.work == nil || state.value.work == .reading else { return }
        let mine = begin(work)
        do {
            let show = try await body(self)
            end(mine, show)
        } catch {
            end(mine) { state in
                if !(error is CancellationError) { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }

    private func begin(_ work: Work) -> Int {
        generation += 1
        if work == .reading { archive = nil }
        state.update { state in
            state.work = work
            state.banner = nil
            if work == .reading { state.preview = nil }
        }
        return generation
    }

    /// Publishes what a call came to, unless another one has voided it.
    private func end(_ mine: Int, _ show: @MainActor (inout State) -> Void) {
        guard mine == generation else { return }
        var new = state.value
        new.work = nil
        show(&new)
        state.update { $0 = new }
    }
}

extension ArchiveViewModel {
    /// A kind of work that is under way.
    public enum Work: Hashable, Sendable {
        /// An export.
        case exporting
        /// A preview.
        case reading
        /// An import.
        case importing
    }

    /// The preview of an import.
    public struct Preview: Equatable, Sendable {
        /// The path of the file.
        public let path: String
        /// The date when the archive was made.
        public let date: Date
        /// The numbers of entries that the import would change.
        public let receipt: ArchiveReceipt
    }

    /// The result of an export.
    public struct Exported: Equatable, Sendable {
        /// The path of the file.
        public let path: String
        /// The numbers of entries in it.
        public let contents: ArchiveSummary
        /// The size of the file in bytes.
        public let bytes: Int
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The work that is under way; `nil` for none.
        public internal(set) var work: Work?
        /// The preview of the file that was read last, until it is imported or dismissed.
        public internal(set) var preview: Preview?
        /// The result of the last export.
        public internal(set) var exported: Exported?
        /// The receipt of the last import.
        public internal(set) var imported: ArchiveReceipt?
        /// The error of the last call, until the next one.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview or a snapshot test; by default the first one.
        ///
        /// - Parameters:
        ///   - work: The work that is under way.
        ///   - preview: The preview of the file that was read last.
        ///   - exported: The result of the last export.
        ///   - imported: The receipt of the last import.
        ///   - banner: The error of the last call.
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
