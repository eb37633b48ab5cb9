import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ArchiveViewModelTests {
    private let mocks = TestInjector.mocks
    private let screen = ArchiveViewModel()
    private let archive = Archive(
        date: Date(timeIntervalSince1970: 1_700_000_000), statuses: [.mock("a", isSaved: true)], posts: [.mock("a")])
    private let path = "/tmp/archive.json"

    private var state: ArchiveViewModel.State { screen.state.value }
    private var file: ArchiveFile { ArchiveFile(path: path, files: mocks.fileSystem) }

    @Test func startsNothingByItself() {
        #expect(state == ArchiveViewModel.State())
        #expect(mocks.archiveProvider.onExport.calls.isEmpty)
    }

    @Test func exportsToAFile() async throws {
        mocks.archiveProvider.onExport.returns(archive)
        await screen.export(to: path)
        #expect(try await file.read() == archive)
        #expect(state.exported?.contents == ArchiveSummary(statuses: 1, posts: 1) && state.exported?.path == path)
        #expect(state.exported?.bytes == mocks.fileSystem.bytes(at: path)?.count)
        #expect(state.work == nil && state.banner == nil)
    }

    @Test func anExportThatFailsIsABannerAndTheOldFileStays() async throws {
        _ = try await file.write(archive)
        let before = mocks.fileSystem.bytes(at: path)
        mocks.fileSystem.fail(.write, with: .noSpace)
        mocks.archiveProvider.onExport.returns(Archive(date: Date(timeIntervalSince1970: 5)))
        await screen.export(to: path)
        #expect(state.banner?.error.code == .noSpace && state.banner?.cause == .action)
        #expect(state.exported == nil && mocks.fileSystem.bytes(at: path) == before)
        screen.dismissBanner()
        #expect(state.banner == nil)
    }

    @Test func aPreviewSaysWhatAnImportWouldChangeAndTheImportDoesIt() async throws {
        _ = try await file.write(archive)
        let receipt = ArchiveReceipt(statuses: .init(added: 1), posts: .init(added: 1))
        mocks.archiveProvider.onPreview.returns(receipt)
        await screen.preview(path)
        #expect(state.preview?.receipt == receipt && state.preview?.path == path)
        #expect(state.preview?.date == archive.date && state.imported == nil)
        #expect(mocks.archiveProvider.onMerge.calls.isEmpty)
        mocks.archiveProvider.onMerge.returns(receipt)
        await screen.importPreviewed()
        #expect(mocks.archiveProvider.onMerge.calls == [archive])
        #expect(state.imported == receipt && state.preview == nil && state.work == nil)
        await screen.importPreviewed()
        #expect(mocks.archiveProvider.onMerge.calls.count == 1, "without a preview nothing happens")
    }

    @Test func aDamagedFileIsABannerAndNothingCanBeImported() async throws {
        try mocks.fileSystem.replace(path, with: Array("{\"format\":\"lantern-archive\",\"version\":1".utf8))
        await screen.preview(path)
        #expect(state.banner?.error.underlying as? ArchiveError == .damaged)
        #expect(state.preview == nil)
        await screen.importPreviewed()
        #expect(mocks.archiveProvider.onPreview.calls.isEmpty && mocks.archiveProvider.onMerge.calls.isEmpty)
        await screen.preview("/tmp/nowhere.json")
        #expect(state.banner?.error.code == .fileMissing)
    }

    @Test func anImportThatFailsKeepsThePreview() async throws {
        _ = try await file.write(archive)
        mocks.archiveProvider.onPreview.returns(ArchiveReceipt())
        await screen.preview(path)
        mocks.archiveProvider.onMerge.fails(with: DataError(.diskFailure))
        await screen.importPreviewed()
        #expect(state.banner?.error.code == .diskFailure && state.preview != nil && state.imported == nil)
        mocks.archiveProvider.onMerge.returns(ArchiveReceipt())
        await screen.importPreviewed()
        #expect(state.imported == ArchiveReceipt() && state.banner == nil)
    }

    @Test func aLaterPreviewTakesThePlaceOfOneThatIsNotThereYet() async throws {
        _ = try await file.write(archive)
        let other = ArchiveFile(path: "/tmp/other.json", files: mocks.fileSystem)
        _ = try await other.write(Archive(date: Date(timeIntervalSince1970: 5)))
        let held = mocks.archiveProvider.onPreview.holds()
        let first = Task { await screen.preview(path) }
        try await held.arrival()
        #expect(state.work == .reading)
        mocks.archiveProvider.onPreview.returns(ArchiveReceipt(version: 2))
        await screen.preview("/tmp/other.json")
        held.release(returning: ArchiveReceipt(version: 1))
        await first.value
        #expect(state.preview?.path == "/tmp/other.json" && state.preview?.receipt.version == 2)
        mocks.archiveProvider.onMerge.returns(ArchiveReceipt())
        await screen.importPreviewed()
        #expect(mocks.archiveProvider.onMerge.calls.first?.date == Date(timeIntervalSince1970: 5))
    }

    @Test func aPreviewThatWasPutAwayDoesNotCome() async throws {
        _ = try await file.write(archive)
        let held = mocks.archiveProvider.onPreview.holds()
        let first = Task { await screen.preview(path) }
        try await held.arrival()
        screen.cancelPreview()
        #expect(state.work == nil)
        held.release(returning: ArchiveReceipt())
        await first.value
        #expect(state == ArchiveViewModel.State())
        await screen.importPreviewed()
        #expect(mocks.archiveProvider.onMerge.calls.isEmpty)
    }

    @Test func whileAnImportRunsNothingElseBegins() async throws {
        _ = try await file.write(archive)
        mocks.archiveProvider.onPreview.returns(ArchiveReceipt())
        await screen.preview(path)
        let held = mocks.archiveProvider.onMerge.holds()
        let running = Task { await screen.importPreviewed() }
        try await held.arrival()
        await screen.export(to: "/tmp/other.json")
        await screen.preview(path)
        screen.cancelPreview()
        #expect(state.work == .importing && mocks.archiveProvider.onExport.calls.isEmpty)
        held.release(returning: ArchiveReceipt(version: 3))
        await running.value
        #expect(state.imported?.version == 3 && state.work == nil)
    }

    @Test func cancellationIsNoBanner() async throws {
        mocks.archiveProvider.onExport.fails(with: CancellationError())
        await screen.export(to: path)
        #expect(state == ArchiveViewModel.State())
    }
}
