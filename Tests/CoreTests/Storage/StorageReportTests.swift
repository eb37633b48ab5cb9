import Core
import Testing

struct StorageReportTests {
    @Test func aReportAddsUp() {
        var report = StorageReport([.posts: FileUsage(files: 2, bytes: 30), .images: FileUsage(files: 1, bytes: 7)])
        #expect(report.total == FileUsage(files: 3, bytes: 37))
        #expect(report.bytes == 37)
        #expect(report.kinds.map(\.kind) == StorageKind.allCases)
        report[.media] = FileUsage()
        #expect(
            report == StorageReport([.posts: FileUsage(files: 2, bytes: 30), .images: FileUsage(files: 1, bytes: 7)]))
        report[.media] = FileUsage(files: 1, bytes: 0)
        #expect(
            report != StorageReport([.posts: FileUsage(files: 2, bytes: 30), .images: FileUsage(files: 1, bytes: 7)]))
    }

    @Test func freedBytesAreTheDifferenceOfWhatCanBeFetchedAgain() {
        let before = StorageReport([
            .images: FileUsage(files: 5, bytes: 500), .posts: FileUsage(files: 2, bytes: 90),
            .statuses: FileUsage(files: 0, bytes: 40), .database: FileUsage(files: 1, bytes: 10),
        ])
        let after = StorageReport([
            .posts: FileUsage(files: 3, bytes: 60), .statuses: FileUsage(files: 0, bytes: 10),
            .database: FileUsage(files: 1, bytes: 80),
        ])
        let report = EraseReport(scope: .fetched, before: before, after: after)
        #expect(report.freed == [.images: FileUsage(files: 5, bytes: 500), .posts: FileUsage(files: 0, bytes: 30)])
        #expect(report.bytes == 530)
    }
}
