import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct StorageViewModelTests {
    private let provider = TestInjector.mocks.storageProvider

    private let report = StorageReport([
        .posts: FileUsage(files: 2, bytes: 300), .images: FileUsage(files: 5, bytes: 600),
        .media: FileUsage(), .database: FileUsage(files: 3, bytes: 100),
    ])

    @Test func aNewScreenStartsNothingByItself() {
        let screen = StorageViewModel()
        #expect(screen.state.value == StorageViewModel.State())
        #expect(provider.onReport.calls.isEmpty)
    }

    @Test func loadingShowsTheReportAndWhatCouldBeDeleted() async {
        provider.onReport.returns(report)
        provider.onPlanErase.answers { scope in
            EraseReport(
                scope: scope, isDryRun: true,
                freed: scope == .downloads ? [.media: FileUsage(files: 1, bytes: 70)] : [:])
        }
        let old = RetentionReport(isDryRun: true, amounts: [.posts: .init(count: 3, bytes: 30)])
        provider.onPlanRetention.returns(old)
        let screen = StorageViewModel()
        await screen.load()
        let state = screen.state.value
        #expect(state.phase == .idle && state.banner == nil)
        #expect(state.rows.map(\.kind) == [.images, .posts, .database])
        #expect(state.rows.map(\.fraction) == [0.6, 0.3, 0.1])
        #expect(state.bytes == 1000)
        #expect(state.erasable[.downloads]?.bytes == 70)
        #expect(state.erasable.count == EraseScope.allCases.count)
        #expect(state.retention == old)
        // Looking changes nothing.
        #expect(provider.onErase.calls.isEmpty && provider.onApplyRetention.calls.isEmpty)
        #expect(provider.onPlanRetention.calls == [nil])
    }

    @Test func clearingShowsWhatWasFreedAndReadsTheReportAgain() async {
        provider.onReport.returns(report, StorageReport([.posts: FileUsage(files: 2, bytes: 300)]))
        provider.onErase.answers { EraseReport(scope: $0, freed: [.images: FileUsage(files: 5, bytes: 600)]) }
        let screen = StorageViewModel()
        await screen.load()
        await screen.erase(.downloads)
        #expect(provider.onErase.calls == [.downloads])
        #expect(screen.state.value.freedBytes == 600)
        #expect(screen.state.value.rows.map(\.kind) == [.posts])
        #expect(screen.state.value.phase == .idle)
    }

    @Test func trimmingAppliesTheLimitsInTheSettings() async {
        provider.onReport.returns(report)
        provider.onApplyRetention.returns(RetentionReport(amounts: [.posts: .init(count: 2, bytes: 20)]))
        let screen = StorageViewModel()
        await screen.trim()
        #expect(provider.onApplyRetention.calls == [nil] && provider.onPlanRetention.calls == [nil])
        #expect(screen.state.value.freedBytes == 20)
    }

    @Test func aFailureBecomesABannerAndLeavesTheReportShown() async {
        provider.onReport.fails(with: DataError(.diskFailure))
        let screen = StorageViewModel()
        await screen.load()
        #expect(screen.state.value.phase == .failed)
        #expect(screen.state.value.banner?.cause == .content)

        provider.onReport.returns(report, report)
        await screen.load()
        #expect(screen.state.value.phase == .idle && screen.state.value.banner == nil)
        provider.onErase.fails(with: DataError(.noSpace))
        await screen.erase(.images)
        #expect(provider.onReport.calls.count == 3, "some of it may be gone")
        #expect(screen.state.value.banner?.error.code == .noSpace)
        #expect(screen.state.value.banner?.cause == .action)
        #expect(screen.state.value.bytes == 1000)
        screen.dismissBanner()
        #expect(screen.state.value.banner == nil)
    }

    @Test func aLateReportOfAnEarlierLoadIsIgnored() async throws {
        let held = provider.onReport.holds(ignoringCancellation: true)
        provider.onReport.returns(report)
        let screen = StorageViewModel()
        let first = Task { await screen.load() }
        try await held.arrival()
        await screen.load()
        held.release(returning: StorageReport())
        await first.value
        #expect(screen.state.value.bytes == 1000)
        #expect(screen.state.value.phase == .idle)
    }

    @Test func loadingAndTrimmingDoNothingWhileClearing() async throws {
        provider.onReport.returns(report, StorageReport([.posts: FileUsage(files: 2, bytes: 300)]))
        let screen = StorageViewModel()
        await screen.load()
        let held = provider.onErase.holds()
        let clearing = Task { await screen.erase(.downloads) }
        try await held.arrival()
        await screen.load()
        await screen.trim()
        #expect(screen.state.value.phase == .erasing && provider.onReport.calls.count == 1)
        held.release(returning: EraseReport(scope: .downloads, freed: [.images: FileUsage(files: 5, bytes: 600)]))
        await clearing.value
        #expect(screen.state.value.phase == .idle && screen.state.value.bytes == 300)
        #expect(screen.state.value.freedBytes == 600)
        #expect(provider.onApplyRetention.calls.isEmpty)
    }

    @Test func amountsAreForgottenOnceClearingBegins() async throws {
        provider.onReport.returns(report)
        let screen = StorageViewModel()
        await screen.load()
        #expect(screen.state.value.erasable.count == EraseScope.allCases.count && screen.state.value.retention != nil)
        let held = provider.onReport.holds()
        let clearing = Task { await screen.erase(.downloads) }
        try await held.arrival()
        #expect(screen.state.value.erasable.isEmpty && screen.state.value.retention == nil)
        clearing.cancel()
        await clearing.value
        #expect(screen.state.value.phase == .idle && screen.state.value.banner == nil)
        #expect(screen.state.value.erasable.isEmpty, "until somebody looks again")
    }

    @Test func theRetentionPlanFollowsTheLimits() async throws {
        provider.onReport.returns(report)
        let screen = StorageViewModel()
        await screen.load()
        let tighter = RetentionReport(isDryRun: true, amounts: [.posts: .init(count: 3, bytes: 30)])
        let held = provider.onPlanRetention.holds()
        try await TestInjector.mocks.settings.update { $0.postRetentionDays = 7 }
        try await held.arrival()
        #expect(screen.state.value.retention == nil, "what went by the limits before is no answer")
        held.release(returning: tighter)
        await screen.state.first(where: { $0.retention == tighter })
        #expect(provider.onApplyRetention.calls.isEmpty)
    }

    @Test func theLimitsShownAreThoseInTheSettings() async throws {
        provider.onReport.returns(report)
        let screen = StorageViewModel()
        await screen.load()
        #expect(screen.state.value.limits.map(\.key).contains(.postRetentionDays))
        try await TestInjector.mocks.settings.update { $0.postRetentionDays = 7 }
        await screen.state.first(where: { state in
            state.limits.contains { $0.key == .postRetentionDays && $0.value == .integer(7) }
        })
    }
}

/// The texts about storage in both languages.
struct StorageTextTests {
    private let english = PostFormat(language: .english)
    private let ukrainian = PostFormat(language: .ukrainian)

    @Test(arguments: [
        (0, "0 B", "0 Б"), (-5, "0 B", "0 Б"), (999, "999 B", "999 Б"), (1000, "1 kB", "1 кБ"),
        (1049, "1 kB", "1 кБ"), (1050, "1.1 kB", "1,1 кБ"), (81_234, "81.2 kB", "81,2 кБ"),
        (123_456, "123 kB", "123 кБ"), (999_499, "999 kB", "999 кБ"), (999_500, "1 MB", "1 МБ"),
        (150_000_000, "150 MB", "150 МБ"), (1_250_000_000, "1.3 GB", "1,3 ГБ"),
        (5_000_000_000_000, "5000 GB", "5000 ГБ"),
    ])
    func bytesAreShort(bytes: Int, english: String, ukrainian: String) {
        #expect(self.english.byteCount(bytes) == english)
        #expect(self.ukrainian.byteCount(bytes) == ukrainian)
    }

    @Test func everyKindAndChoiceHasAName() {
        for kind in StorageKind.allCases {
            #expect(english.name(of: kind) != kind.rawValue && ukrainian.name(of: kind) != english.name(of: kind))
        }
        for scope in EraseScope.allCases { #expect(english.name(of: scope) != ukrainian.name(of: scope)) }
        #expect(Set(StorageKind.allCases.map { english.name(of: $0) }).count == StorageKind.allCases.count)
        #expect(Set(StorageKind.allCases.map { ukrainian.name(of: $0) }).count == StorageKind.allCases.count)
    }

    @Test func partsOfAWholeAreInPercent() {
        #expect(
            [0, 0.001, 0.005, 0.5, 1, 2, .nan].map { english.percent($0) } == [
                "0%", "<1%", "1%", "50%", "100%", "100%", "0%",
            ])
        #expect(ukrainian.percent(0.25) == "25\u{A0}%")
    }

    @Test func plansAreDescribedInWords() {
        let nothing = EraseReport(scope: .downloads, isDryRun: true)
        #expect(english.question(for: nothing) == "Nothing to clear")
        let some = EraseReport(scope: .downloads, freed: [.media: FileUsage(files: 1, bytes: 12_300_000)])
        #expect(english.question(for: some) == "12.3 MB will be freed")
        #expect(ukrainian.question(for: some) == "Звільниться 12,3 МБ")
        #expect(english.text(of: RetentionReport()) == "Nothing to clear")
        let old = RetentionReport(
            amounts: [.posts: .init(count: 3, bytes: 40_000), .statuses: .init(count: 1, bytes: 5000)])
        #expect(english.text(of: old) == "3 old posts, 1 old mark · 45 kB")
        #expect(ukrainian.text(of: old) == "3 старі дописи, 1 стара позначка · 45 кБ")
        #expect(english.text(of: RetentionReport(amounts: [.images: .init(count: 1, bytes: 900)])) == "900 B")
    }
}
