import Core
import Mocks

/// Packs that end as the test says.
final class ScriptedPacks: PackProvider {
    let reports = ObservableValue<[PackReport]>([])
    let onPack = MockMethod<PackRequest, PackReport>("pack", log: MockLog()) { .ended($0) }
    let onResume = MockMethod<Void, [PackReport]>("resumePacks", log: MockLog()) { _ in [] }

    let onKeepToLimit = MockMethod<Void, FileUsage>("keepToLimit", log: MockLog()) { _ in FileUsage() }

    func pack(_ request: PackRequest) async throws -> PackReport { try await onPack.answer(to: request) }
    func resumePacks() async throws -> [PackReport] { try await onResume.answer(to: ()) }
    func pause(_ request: PackRequest) async {}
    func remove(_ ids: [Post.ID]?) async throws -> FileUsage { throw DataError(.unknown) }
    func keepToLimit() async throws -> FileUsage { try await onKeepToLimit.answer(to: ()) }
}

extension PackReport {
    static func ended(_ request: PackRequest, _ stop: Stop? = nil, _ error: DataError? = nil) -> PackReport {
        var report = PackReport(request: request)
        (report.phase, report.stop, report.error) = (.ended, stop, error)
        return report
    }
}
